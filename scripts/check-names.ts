import { sharedNames } from "./support/shared-names.js";

// Checks that each name that src exports has one meaning.

const found = sharedNames("src");
for (const sentence of found) console.error(sentence);
if (found.length > 0) process.exitCode = 1;
else console.log("names: every exported name has one meaning");
