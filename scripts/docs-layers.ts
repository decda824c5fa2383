import { readFileSync, writeFileSync } from "node:fs";
import { withLayerTable } from "./support/layer-table.js";

// Writes the table of docs/internals/layers.md from scripts/support/layers.ts.

const FILE = "docs/internals/layers.md";
writeFileSync(FILE, withLayerTable(readFileSync(FILE, "utf8")));
