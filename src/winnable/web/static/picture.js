// Pictures of games that are dropped, pasted or opened: read by the server, and its doubts put to the player.

import { make } from "./elements.js";

/**
 * @typedef {import("./page.js").Page} Page
 * @typedef {{name: string, pile: string, number: number, value: string, confidence: number, others: string[],
 *            why: string, box: number[], visible: number[]}} Doubt
 * @typedef {{game: string, position: string, seen: string, doubts: Doubt[], problems: string[], notes: string[]}} Read
 * @typedef {{pile: string, number: number, card: string}} Told
 */

const LARGEST = 1_400_000; // bytes that are sent; in base64 a third more
const MOST = 40_000_000; // pixels, as the server has it
const LONGEST = 2600; // pixels of a side, of a picture that is made smaller
const TALLEST = 120; // pixels of a doubtful card as it is shown
const WIDEST = 180;
const PATIENCE = 3000; // milliseconds after which a picture that waits is said to wait

/** @param {Blob} file */
export const isPicture = (file) => file.type.startsWith("image/") && file.type !== "image/svg+xml";

/** The picture among what is pasted or dropped, if there is one. @param {DataTransfer|null|undefined} data */
export function pictureIn(data) {
  return [...(data?.files ?? [])].find(isPicture);
}

/** The file as the server takes it: smaller, where it is too large to be sent. @param {Blob} file */
async function fitting(file) {
  if (file.size <= LARGEST) return file;
  const image = await createImageBitmap(file);
  if (image.width * image.height > MOST) throw new Error(`the picture has ${image.width} x ${image.height} pixels; cut out the window`);
  const scale = Math.min(1, LONGEST / Math.max(image.width, image.height));
  const canvas = make("canvas", { width: Math.round(image.width * scale), height: Math.round(image.height * scale) });
  const pen = canvas.getContext("2d");
  if (pen) pen.imageSmoothingQuality = "high";
  pen?.drawImage(image, 0, 0, canvas.width, canvas.height);
  for (const quality of [0.95, 0.85, 0.7]) {
    const made = await new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
    if (made && made.size <= LARGEST) return made;
  }
  throw new Error("the picture is too large to be sent; cut out the window");
}

/** @param {Blob} file @returns {Promise<string>} */
async function inBase64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/**
 * Reads a picture. What is certain becomes the game; what is doubtful is shown in a form with a cut-out of each card.
 * @param {Page} page @param {File} file @param {string} game @param {HTMLElement} where
 */
export async function readPicture(page, file, game, where) {
  const sent = await fitting(file);
  const image = await inBase64(sent);
  /** @type {Told[]} */
  const told = [];
  const ask = async () => {
    const read = await reading(page, { image, game, told });
    const cards = read.doubts.filter((doubt) => doubt.pile);
    if (cards.length) {
      where.replaceChildren(form(cards, await createImageBitmap(sent), async (answers) => {
        told.push(...answers);
        await ask();
      }, page));
      page.openTab("paste");
      where.scrollIntoView({ block: "nearest" });
      page.say(`${cards.length === 1 ? "One card is" : `${cards.length} cards are`} doubtful.`);
      return;
    }
    if (!read.position) throw new Error(read.problems[0] ?? `not certain: ${read.doubts.map((doubt) => doubt.name).join(", ")}`);
    await page.load({ text: read.position, game: read.game });
    where.replaceChildren(...read.notes.map((note) => make("p", { textContent: note })));
  };
  await ask();
}

/** What a worker of the server makes of a picture. @param {Page} page @param {object} body @returns {Promise<Read>} */
function reading(page, body) {
  page.say("Reading the picture.");
  const waiting = setTimeout(() => page.say("The picture waits: the engine is at work on something else."), PATIENCE);
  return new Promise((done, failed) => {
    const tell = (/** @type {import("./api.js").Job} */ job) => {
      if (job.state !== "queued") clearTimeout(waiting);
      if (job.state === "done") done(job.data);
      if (job.state === "failed") failed(new Error(job.error));
    };
    page.questions.follow("/api/pictures", body, tell, "picture").catch(failed).finally(() => clearTimeout(waiting));
  });
}

/**
 * @param {Doubt[]} doubts @param {ImageBitmap} picture @param {(told: Told[]) => Promise<void>} take @param {Page} page
 */
function form(doubts, picture, take, page) {
  const made = make("form", { id: "doubts" });
  made.append(make("p", { textContent: "Which cards are these?" }));
  const fields = doubts.map((doubt, i) => {
    const list = make("datalist", { id: `doubt-${i}` }, ...[doubt.value, ...doubt.others].filter((card) => card !== "??").map((card) => make("option", { value: card })));
    const field = make("input", { value: doubt.value === "??" ? "" : doubt.value, size: 4, required: true, pattern: "(10|[A2-9TJQKa2-9tjqk])[CDHScdhs]", title: "a rank and a suit, such as TH" });
    field.setAttribute("list", list.id);
    const others = doubt.others.length ? `${doubt.value} or ${doubt.others.join(" or ")}` : doubt.value;
    made.append(make("label", {}, cutOut(doubt.visible, picture), `${doubt.name}: ${others}`, field, list));
    return field;
  });
  made.append(make("button", { textContent: "These they are" }));
  made.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await take(doubts.map((doubt, i) => ({ pile: doubt.pile, number: doubt.number, card: fields[i].value })));
    } catch (error) {
      page.error(error instanceof Error ? error.message : String(error));
    }
  });
  return made;
}

/** What is seen of a card, by itself. @param {number[]} part @param {ImageBitmap} picture */
function cutOut([left, top, width, height], picture) {
  const scale = Math.min(TALLEST / Math.max(height, 1), WIDEST / Math.max(width, 1));
  const canvas = make("canvas", { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) });
  canvas.getContext("2d")?.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height);
  return canvas;
}
