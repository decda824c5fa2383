import type { Statement } from "./postgres.js";

const REASONS = [
  [
    /^set local /i,
    "`set local statement_timeout` lets Postgres end statements that take longer than their request may.",
  ],
  [/^savepoint /i, "`savepoint` lets one statement fail without the end of the transaction."],
] as const;

/** Why Trestle sends statements that no call names. Empty if it sends none. */
export const noteOf = (statements: readonly Statement[]): string =>
  REASONS.filter(([pattern]) => statements.some(({ query }) => pattern.test(query)))
    .map(([, reason]) => reason)
    .join(" ");
