import { mkdirSync, writeFileSync } from "node:fs";
import { diagrams } from "./support/diagrams.js";

// Writes the diagrams of the guides into docs/diagrams.

mkdirSync("docs/diagrams", { recursive: true });
for (const [path, svg] of diagrams) writeFileSync(path, svg);
console.log([...diagrams.keys()].join("\n"));
