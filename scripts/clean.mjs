// Removes the folders named on the command line: a renamed source file must not live on in dist.
import { rmSync } from "node:fs";

for (const folder of process.argv.slice(2)) rmSync(folder, { recursive: true, force: true });
