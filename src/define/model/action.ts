import type { ActionKind, OperationInfo } from "../types/operation-info.js";

/** A resource as the option `returns` refers to it. */
export interface DeclaredResource {
  readonly type: string;
}

interface MayReturn {
  readonly returns?: DeclaredResource | readonly DeclaredResource[];
}

/** The resource of the rows that an action returns. */
export interface Returned {
  readonly type: string;
  readonly isMany: boolean;
}

/** What `returns: tickets` or `returns: [tickets]` declares. Undefined for an action that returns no rows. */
export function returnedRows({ returns }: MayReturn): Returned | undefined {
  if (returns === undefined) return undefined;
  const isMany = Array.isArray(returns);
  const [resource] = [returns].flat();
  return resource && { type: resource.type, isMany };
}

const KINDS: ReadonlySet<string> = new Set(["command", "query", "stream"] satisfies ActionKind[]);

/** Whether a kind is that of commands, queries or streams. */
export function isKindOfAction(kind: string): boolean {
  return KINDS.has(kind);
}

/** Whether an operation is a command, a query or a stream. */
export function isAction({ kind }: OperationInfo): boolean {
  return isKindOfAction(kind);
}
