// A process of its own for each contender: its language service, and what it does after each of some edits.
import { completions } from "./completion.js";

const [folder = "", before = "", expected = "", times = ""] = process.argv.slice(2);
process.send?.(completions(folder, before, expected, Number(times)));
