import type { IdKind } from "../../schema/id-kind.js";
import { MAX_SEARCHED } from "../max-searched.js";
import { escapeText, quote } from "../text/json-string.js";
import { relatedId } from "./row.js";
import { describeValue, RowError } from "./row-error.js";

/** The row and the relationship, for error messages. */
export interface LinkingRow {
  readonly type: string;
  readonly id: unknown;
  readonly relationship: string;
}

/** Writes the ids and the resource identifiers of one type. */
export class IdentifierWriter {
  /** `{"type":"articles","id":"` */
  readonly head: string;
  readonly #type: string;
  readonly #kind: IdKind;
  /** `[{"type":"articles","id":"` */
  readonly #firstOfList: string;
  /** `"},{"type":"articles","id":"` */
  readonly #nextOfList: string;

  constructor(type: string, kind: IdKind) {
    this.#type = type;
    this.#kind = kind;
    this.head = `{"type":${quote(type)},"id":"`;
    this.#firstOfList = `[${this.head}`;
    this.#nextOfList = `"},${this.head}`;
  }

  /** Returns the id as text, which JSON:API requires. Throws a RowError where the id has another kind. */
  text(id: unknown): string {
    const text = idText(this.#kind, id);
    if (text === undefined) {
      const reason = id === "" ? "is empty" : `is ${describeValue(id)}, not ${ID_NOUNS[this.#kind]}`;
      throw new RowError(this.#type, id, "id", reason);
    }
    return text;
  }

  /** The text of an id inside a JSON string. Integers and UUIDs need no escapes. */
  escape(text: string): string {
    return this.#kind === "string" ? escapeText(text) : text;
  }

  /** The text of an id inside a URL. */
  url(text: string): string {
    if (this.#kind !== "string") return text;
    try {
      return encodeURIComponent(text);
    } catch (cause) {
      throw new RowError(this.#type, text, "id", "contains half of a surrogate pair, so no URL can contain it", {
        cause,
      });
    }
  }

  /** `{"type":"users","id":"7"}` */
  one(id: unknown): string {
    return `${this.head}${this.escape(this.text(id))}"}`;
  }

  /** `[{"type":"users","id":"7"}]`. Each id appears once: JSON:API 1.1, "Resource Linkage". */
  list(values: readonly unknown[], { type, id: rowId, relationship }: LinkingRow): string {
    const seen = values.length > MAX_SEARCHED ? new Set<unknown>() : undefined;
    let text = "";
    for (let index = 0; index < values.length; index++) {
      const value = values[index];
      if (value === null || value === undefined) throw new RowError(type, rowId, relationship, `contains ${value}`);
      const id = relatedId(value);
      if (seen === undefined ? isAmong(values, index, id) : seen.has(id)) continue;
      seen?.add(id);
      text += (text === "" ? this.#firstOfList : this.#nextOfList) + this.escape(this.text(id));
    }
    return text === "" ? "[]" : `${text}"}]`;
  }
}

/** Returns whether one of the first `count` values has this id. */
function isAmong(values: readonly unknown[], count: number, id: unknown): boolean {
  for (let index = 0; index < count; index++) if (relatedId(values[index]) === id) return true;
  return false;
}

const ID_NOUNS: Readonly<Record<IdKind, string>> = { int: "an integer", string: "a string", uuid: "a uuid string" };

function idText(kind: IdKind, id: unknown): string | undefined {
  if (kind === "int") return Number.isSafeInteger(id) ? `${id}` : undefined;
  if (typeof id !== "string" || id === "") return undefined;
  return kind === "string" || UUID.test(id) ? id : undefined; // uuids are written into links without escapes
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
