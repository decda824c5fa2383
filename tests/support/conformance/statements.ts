import { readFileSync } from "node:fs";

/** Whom a statement binds. */
export type Role = "server" | "client";

/** A normative statement of JSON:API 1.1. */
export interface Statement {
  readonly id: string;
  readonly level: "MUST" | "SHOULD" | "RECOMMENDED";
  readonly for: readonly Role[];
  /** The version whose words these are. */
  readonly since: "1.0" | "1.1";
  readonly text: string;
}

export interface Section {
  readonly section: string;
  readonly statements: readonly Statement[];
}

const file = new URL("../../conformance/statements.json", import.meta.url);

export const sections: readonly Section[] = JSON.parse(readFileSync(file, "utf8")).sections;

export const statements: ReadonlyMap<string, Statement> = new Map(
  sections.flatMap(({ statements }) => statements.map((statement) => [statement.id, statement])),
);
