import { getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { isOfNames } from "../source/config-names.js";
import { allConstraints } from "./constraints.js";
import type { FieldColumns } from "./columns.js";

/** Names as Postgres gives them, or of checks and exclusions: the database may have such constraints without the schema. */
const MAY_EXIST = /check|excl|_(key|fkey|pkey|idx)$/;

/** Throws for texts of a rule that does not exist, which would have no effect. An object states a rule that the schema cannot. */
export function checkViolationNames(where: string, table: PgTable, columns: FieldColumns, violations: object): void {
  const constraints = [...allConstraints(table).keys()];
  const isKnown = ([name, rule]: [string, unknown]) =>
    typeof rule === "object" ||
    constraints.includes(name) ||
    MAY_EXIST.test(name) ||
    isOfNames(name, (part) => columns.knows(part));
  const [unknown] = Object.entries(violations).find((entry) => !isKnown(entry)) ?? [];
  if (unknown === undefined) return;
  const use = constraints.length === 0 ? "" : `${constraints.join(", ")}, or `;
  throw new TypeError(
    `${where}: violations: "${getTableName(table)}" has no constraint "${unknown}". Use ${use}fields joined with "__". If the schema cannot declare it, write an object: { ${unknown}: { detail: "…" } }.`,
  );
}
