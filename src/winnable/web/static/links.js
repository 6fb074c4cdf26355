// A link holds a game after its #, which no browser sends to a server: a deal that nothing was played of by its number,
// any other game as its saved text, compressed. In games played unseen that text names no hidden card: it has the
// number of the deal, or a board that is sealed.

const LONGEST = 2_000_000; // characters of a game that a link may unfold to
const START = /^winnable game 1\ngame: ([^\n]+)\n(?:cards: (unseen|open)\n)?start: (\w+:-?\d+)\nmoves:\nend\n$/;
const KINDS = "#deal/, #game/ or a saved game behind the #";

/** What a link has behind its #. @param {string} save a saved game @returns {Promise<string>} */
export async function fragmentOf(save) {
  const start = START.exec(save);
  if (start) return `deal/${plain(start[1])}/${start[3]}${start[2] ? `/${start[2]}` : ""}`;
  if (typeof CompressionStream === "undefined") return encodeURIComponent(save);
  const packed = await through(new TextEncoder().encode(save), new CompressionStream("deflate-raw"), LONGEST);
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  return `game/${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** The saved game of a link; an Error says in a sentence why there is none. @param {string} fragment @returns {Promise<string>} */
export async function saveOf(fragment) {
  const [kind, ...parts] = fragment.split("/");
  if (kind === "game") return unpacked(parts.join("/"));
  const text = decoded(fragment);
  if (kind !== "deal") {
    if (text.startsWith("winnable game")) return text;
    throw new Error(`it begins with none of ${KINDS}`);
  }
  const [, game, deal, cards, more] = text.split("/");
  if (!game || !deal || more !== undefined) throw new Error("a game and a deal were expected behind #deal/");
  return `winnable game 1\ngame: ${game}\n${cards ? `cards: ${cards}\n` : ""}start: ${deal}\nmoves:\nend\n`;
}

/** @param {string} packed */
async function unpacked(packed) {
  let bytes;
  try {
    const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    throw new Error("it was changed on its way: it has characters that no such link has");
  }
  if (typeof DecompressionStream === "undefined") throw new Error("this browser cannot unfold it");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await through(bytes, new DecompressionStream("deflate-raw"), LONGEST));
  } catch (error) {
    throw new Error(error instanceof RangeError ? error.message : "it was cut off or changed on its way");
  }
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream|DecompressionStream} stream @param {number} most
 * @returns {Promise<Uint8Array>}
 */
async function through(bytes, stream, most) {
  const reader = new Blob([bytes]).stream().pipeThrough(/** @type {any} */ (stream)).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      reader.cancel().catch(() => {});
      throw new RangeError(`it unfolds to more than ${most.toLocaleString("en")} characters`);
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** @param {string} fragment */
function decoded(fragment) {
  try {
    return decodeURIComponent(fragment);
  } catch {
    throw new Error("it was cut off or changed on its way");
  }
}

/** Encoded, with what may stand in a fragment left readable. @param {string} text */
function plain(text) {
  return encodeURIComponent(text).replaceAll("%3A", ":").replaceAll("%3D", "=").replaceAll("%2C", ",");
}
