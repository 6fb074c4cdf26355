// Starts the page with its parts.

import { Page } from "./page.js";
import { install as asking } from "./asking.js";
import { install as cards } from "./cards.js";
import { install as chance } from "./chance.js";
import { install as clock } from "./clock.js";
import { install as connection } from "./connection.js";
import { install as entry } from "./entry.js";
import { install as games } from "./games.js";
import { install as hints } from "./hints.js";
import { install as looks } from "./looks.js";
import { install as moves } from "./moves.js";
import { install as newgame } from "./newgame.js";
import { install as paste } from "./paste.js";
import { install as share } from "./share.js";
import { install as review } from "./review.js";
import { install as solution } from "./solution.js";
import { install as search } from "./search.js";
import { install as squares } from "./squares.js";
import { install as squareMoves } from "./squaremoves.js";
import { install as steps } from "./steps.js";

const PARTS = [
  connection,
  looks,
  cards,
  entry,
  newgame,
  paste,
  share,
  clock,
  asking,
  chance,
  hints,
  solution,
  moves,
  search,
  squares,
  squareMoves,
  steps,
  games,
  review,
];

const page = new Page();
for (const install of PARTS) install(page);
page.dispatchEvent(new CustomEvent("ready"));
