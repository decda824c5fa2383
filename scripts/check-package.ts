import { resolve } from "node:path";
import { pack } from "./support/pack.js";
import { run } from "./support/run.js";

const { tarball } = pack();
const bin = (name: string) => resolve("node_modules", ".bin", name);

console.log(run(bin("publint"), ["run", "--strict", tarball]));
// ESM alone, by decision: what `require` of an older Node or the resolution of TypeScript 4 would find is not judged.
console.log(run(bin("attw"), ["--profile", "esm-only", "--no-emoji", tarball]));
