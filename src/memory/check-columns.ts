import type { ResourceSpec } from "../define/model/resource.js";
import type { StoreConfig } from "./config.js";

/** Throws for names in `unique` and `deleted` that no row has: the rule would have no effect. */
export function checkColumns(spec: ResourceSpec, config: StoreConfig): void {
  const { rows = [], unique = [], deleted, values } = config;
  // Without rows, only the result of `values` would say which columns there are.
  if (rows.length === 0 && values !== undefined) return;
  const fields = ["id", ...spec.attributes.keys(), ...spec.relationships.keys()];
  const columns = new Set([...fields, ...rows.flatMap((row) => Object.keys(row))]);
  const checkColumn = (option: string, column: string) => {
    if (columns.has(column)) return;
    const own = rows.length === 0 ? "return it from values" : "add it to a row of rows";
    const use = `Use ${[...columns].join(", ")}, or ${own}.`;
    throw new TypeError(`data.source(${spec.type}): ${option}: no row has a column "${column}". ${use}`);
  };
  for (const column of unique.flat()) checkColumn("unique", column);
  if (deleted !== undefined) checkColumn("deleted", typeof deleted === "string" ? deleted : deleted.field);
}
