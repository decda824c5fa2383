import { readFileSync, writeFileSync } from "node:fs";
import { withLayerTable } from "./support/layer-table.js";

// Writes the table of folders from scripts/support/layers.ts.

const FILE = "CONTRIBUTING.md";
writeFileSync(FILE, withLayerTable(readFileSync(FILE, "utf8")));
