import { parseDate, parseInteger } from "../../schema/text.js";

/** The attribute that holds a resource's version. */
export interface VersionSpec {
  readonly field: string;
  readonly kind: "int" | "date";
  /** Whether a change must state the version that it is based on. */
  readonly required: boolean;
}

/** A version as text, in headers. Undefined for a value that is not a version. */
export function versionText(value: unknown): string | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
  return typeof value === "number" && Number.isSafeInteger(value) ? String(value) : undefined;
}

/** The version that a text stands for. Undefined if no version has this text. */
export function parseVersion({ kind }: VersionSpec, text: string): number | Date | undefined {
  const value = kind === "int" ? parseInteger(text) : parseDate(text);
  return versionText(value) === text ? value : undefined;
}
