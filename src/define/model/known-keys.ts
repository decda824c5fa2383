import { closest } from "./names.js";

/** Throws for a member that has no meaning: a misspelt `required` of a version would let everybody write without it. */
export function checkKnownKeys(where: string, config: object, known: Readonly<Record<string, true>>): void {
  const names = Object.keys(known);
  const unknown = Object.keys(config).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const guess = closest(unknown, names);
  const advice = guess === undefined ? `Use ${names.join(", ")}.` : `Did you mean "${guess}"?`;
  throw new TypeError(`${where}: "${unknown}" is not an option. ${advice}`);
}
