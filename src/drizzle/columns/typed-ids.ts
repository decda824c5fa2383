import { type Column, type SQL, sql } from "drizzle-orm";
import { comparedId, type IdKind, UUID } from "../../schema/formats.js";
import { parseInteger } from "../../schema/text.js";
import type { Id } from "../../source/store/store.js";
import { columnOfAlias, paramOf } from "../database/app-sql.js";
import { IdColumns, idName } from "./id-columns.js";

/** What the columns of a to-one of several types hold for one of them. */
export interface TypedColumns {
  readonly type: Column;
  readonly id: Column;
  /** What the column of the type holds. */
  readonly text: string;
  readonly kind: IdKind;
  /** Whether the column holds ids of another type as texts. */
  readonly asText: boolean;
}

/**
 * The column of a to-one of several types, as one that holds ids of one of them. Each comparison also compares the type. Ids are cast to
 * text, not the column, so that an index of both columns serves it.
 */
export class TypedIds extends IdColumns {
  readonly #of: TypedColumns;

  constructor(columns: TypedColumns) {
    super([columns.id]);
    this.#of = columns;
  }

  override get written(): readonly Column[] {
    return [this.#of.type, this.#of.id];
  }

  /** The values of both columns. @param id What the parent's column holds, or SQL that reads it. */
  write(id: unknown): [Column, unknown][] {
    const { type, id: column, text } = this.#of;
    return [
      [type, id === null ? null : text],
      [column, typeof id === "object" ? id : this.#stored(id)],
    ];
  }

  override get isText(): boolean {
    return this.#of.asText;
  }

  override get ofType(): SQL {
    return sql`${this.#of.type} = ${paramOf(this.#of.type, this.#of.text)}`;
  }

  override as(alias: string | undefined): TypedIds {
    if (alias === undefined) return this;
    const [type, id] = [columnOfAlias(this.#of.type, alias), columnOfAlias(this.#of.id, alias)];
    return new TypedIds({ ...this.#of, type, id });
  }

  override read([id]: readonly unknown[]): Id {
    return this.#of.asText ? readId(this.#of.kind, String(id)) : id;
  }

  override equals(id: Id): SQL {
    return this.among([id]);
  }

  override among(ids: Iterable<Id>): SQL {
    const texts = [...ids].map((id) => this.#stored(id));
    return this.#typed(super.among(this.#hasUpper ? texts.flatMap(spellings) : texts));
  }

  override tableOf(ids: readonly Id[]): SQL | undefined {
    return super.tableOf(ids.map((id) => this.#stored(id)));
  }

  override equalsNamed(alias: string): SQL {
    return this.#is(sql`${sql.identifier(alias)}.${sql.identifier(idName(0))}`);
  }

  override same(other: IdColumns): SQL {
    return this.#is(sql`${other.row}`);
  }

  override someIs(other: IdColumns, refs: SQL): SQL {
    const { asText, kind } = this.#of;
    if (!asText) return super.someIs(other, refs);
    if (kind === "string") return sql`${this.#cast(sql`${other.row}`)} in ${refs}`;
    return sql`${other.row} in ${this.dialect.idsIn(refs, kind)}`;
  }

  /** Whether the texts may be uuids in upper case. */
  get #hasUpper(): boolean {
    return this.#of.asText && this.#of.kind === "uuid";
  }

  #is(id: SQL): SQL {
    const column = this.#of.id;
    const text = this.#cast(id);
    return this.#typed(this.#hasUpper ? sql`${column} in (${text}, upper(${text}))` : sql`${column} = ${text}`);
  }

  #typed(ofId: SQL): SQL {
    return sql`(${this.ofType} and ${ofId})`;
  }

  #cast(id: SQL): SQL {
    return this.#of.asText ? this.dialect.textOf(id) : id;
  }

  #stored(id: Id): Id {
    return this.#of.asText ? String(readId(this.#of.kind, String(id)) ?? id) : id;
  }
}

/** A uuid in both cases: a column of texts may have either, and an index finds both. */
export function spellings(uuid: Id): string[] {
  return [String(uuid).toLowerCase(), String(uuid).toUpperCase()];
}

/** An id as its type has it. Undefined for a text that is not one. */
export function readId(kind: IdKind, text: string): unknown {
  if (kind === "int") return parseInteger(text);
  return kind === "uuid" && !UUID.test(text) ? undefined : comparedId(kind, text);
}
