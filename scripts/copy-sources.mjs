// Puts the sources that are published into an empty dist/src, where they are compiled: maps then lead to files that the package has.
import { cpSync, rmSync } from "node:fs";

const isPublished = (path) => !path.endsWith(".test.ts") && !/[\\/]fixtures$/.test(path);

rmSync("dist", { recursive: true, force: true }); // a renamed source file must not stay in it
cpSync("src", "dist/src", { recursive: true, filter: isPublished });
