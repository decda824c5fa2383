import { readFileSync, writeFileSync } from "node:fs";
import { withLayerTable } from "./support/layer-table.js";

const FILE = "CONTRIBUTING.md";
writeFileSync(FILE, withLayerTable(readFileSync(FILE, "utf8")));
