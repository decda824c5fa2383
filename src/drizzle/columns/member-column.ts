import { type SQL, sql } from "drizzle-orm";
import type { MemberValue } from "../../source/options/member-value.js";
import type { Condition } from "../../source/store/store.js";

/** A field that statements compute from members. What it is made of is set when all sources are known. */
export class MemberColumn {
  /** Has the type of the values. Only a session has the SQL, because it contains the scope of the members. */
  expression: SQL = sql`"#members"`;
  read: ((value: never) => unknown) | undefined;
  write: ((value: never) => unknown) | undefined;
  isRounding = false;
  /** The members that count. */
  conditions: readonly Condition[] = [];
  readonly column = undefined;
  readonly ids = undefined;
  readonly keys: readonly string[] = [];

  constructor(
    readonly value: MemberValue,
    readonly omitsNull: boolean,
  ) {}
}
