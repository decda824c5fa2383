import { readFileSync } from "node:fs";
import { findBannedPhrases } from "./support/banned-phrases.js";
import { writtenFiles } from "./support/written-files.js";
for (const p of writtenFiles(".")) if (/^src\/(client|query)\//.test(p) || process.argv[2]===p) for (const f of findBannedPhrases(readFileSync(p,"utf8"))) console.log(`${p}:${f.line} "${f.phrase}" => ${f.instead} :: ${readFileSync(p,"utf8").split("\n")[f.line-1]?.trim()}`);
