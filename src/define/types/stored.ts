import type { IdSchema, Schema } from "./endpoint.js";
import type { TextId } from "./relationship.js";

// They stand here and not next to the tables that they are read from: the declarations of an API print them, and a client that
// compiles these needs no types of a database.

/** The schema of an attribute that was read from a column. */
export interface Stored<TValue> extends Schema {
  readonly _zod: { readonly input: TValue; readonly output: TValue };
  /** A source finds the column by the schema. */
  readonly "~stored": true;
}

/** What a schema of your own has in addition, if its column has another name: the type of the column's values. */
export interface RenamedColumn<TValue> {
  readonly "~stored": true;
  readonly "~value": TValue;
}

/** The value of an attribute whose column has a type by `.$type<…>()`: nothing checks it, so the attribute needs a schema of its own. */
export interface Unchecked {
  readonly "~unchecked": true;
}

/** The schema of an id that was read from a column. */
export interface StoredId<TValue extends string | number> extends IdSchema {
  readonly _zod: { readonly input: TValue; readonly output: TValue };
  readonly "~stored": true;
}

/** The id of a table's resource: the API's where both are texts, else the column's. */
export type TableId<TId, TValue extends string | number> = [TId, string] extends [TextId, TValue]
  ? TextId
  : StoredId<TValue>;
