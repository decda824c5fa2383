// Puts the sources that are published into dist/src, where they are compiled: maps then lead to files that the package has.
import { cpSync } from "node:fs";

const isPublished = (path) => !path.endsWith(".test.ts") && !/[\\/]fixtures$/.test(path);

cpSync("src", "dist/src", { recursive: true, filter: isPublished });
