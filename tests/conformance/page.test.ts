import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { conformancePage } from "../support/conformance/conformance-page.js";
import { readProofs } from "../support/conformance/proofs.js";
import { type Role, statements } from "../support/conformance/statements.js";
import { notes } from "./notes.js";

const proofs = readProofs();
const isProved = (id: string, role: Role) => proofs.some((proof) => proof.id === id && proof.role === role);
const roles: readonly Role[] = ["server", "client"];

test("every statement is proved by a test, or a note says why it cannot apply", () => {
  const open = [...statements.values()].flatMap(({ id, for: bound }) =>
    bound.filter((role) => !isProved(id, role) && notes[role][id] === undefined).map((role) => `${role} ${id}`),
  );
  expect(open).toEqual([]);
});

test("nothing is proved or noted of whom a statement does not bind", () => {
  const noted = roles.flatMap((role) => Object.keys(notes[role]).map((id) => ({ id, role })));
  const strays = [...proofs, ...noted].filter(({ id, role }) => statements.get(id)?.for.includes(role) !== true);
  expect(strays).toEqual([]);
});

test("every call of proves is found in the sources", () => {
  expect(new Set(proofs.map(({ file }) => file)).size).toBeGreaterThan(7);
  expect(proofs.length).toBeGreaterThan(150);
});

test("docs/evidence/conformance.md is what `npm run docs conformance` writes", () => {
  expect(readFileSync(new URL("../../docs/evidence/conformance.md", import.meta.url), "utf8")).toBe(conformancePage());
});
