import { type HandlerArgs, methodOf, type OperationSpec } from "../../define/model/operation.js";
import type { ResourceSpec } from "../../define/model/resource.js";
import { toEnvelope } from "../../define/model/response.js";
import { UNSET } from "../../define/unset.js";
import type { Notice } from "../../wire/live.js";

/** What a handler that did not fail has changed. */
export type NoticesOf = (args: HandlerArgs, result: unknown) => readonly Notice[];

/** Compiles what the calls of an operation change. Undefined for an operation that only reads. */
export function compileNotices(operation: OperationSpec): NoticesOf | undefined {
  const { info, options } = operation;
  if (methodOf(operation) === "GET") return undefined;
  const affected = (options.affects ?? []).map((type): Notice => ({ type, op: "call" }));
  const own = ownNotice(operation);
  if (own === undefined) return affected.length === 0 ? undefined : () => affected;
  if (info.kind !== "rpc") return (args, result) => [own(args, result), ...affected];
  return (args, result) => (result instanceof Response && result.status < 400 ? [own(args, result), ...affected] : []);
}

/** Compiles the notice about the operation's own type. Undefined if it may not have changed. */
function ownNotice({
  info,
  options,
  resource,
}: OperationSpec): ((args: HandlerArgs, result: unknown) => Notice) | undefined {
  const { type, kind, relationship = "", place } = info;
  switch (kind) {
    case "createOne":
      return ({ input }, result) => ({ type, ...createdId(result), op: "create", ...namesIn(input, resource) });
    case "editOne":
      return ({ id, input }) => ({ type, id: `${id}`, op: "update", ...namesIn(input, resource) });
    case "deleteOne":
      return ({ id }) => ({ type, id: `${id}`, op: "delete" });
    case "rpc":
    case "command":
      if (place === "api") return undefined;
      // A command of a collection changes any of its rows, unless it states what it affects.
      if (place === "collection" && options.affects !== undefined) return undefined;
      return ({ id }) => (id === undefined ? { type, op: "call" } : { type, id: `${id}`, op: "call" });
    default:
      return ({ id }) => ({ type, id: `${id}`, op: "relate", relationships: [relationship] });
  }
}

function createdId(result: unknown): { readonly id?: string } {
  const { data } = toEnvelope(result);
  return typeof data === "object" && data !== null && "id" in data ? { id: `${data.id}` } : {};
}

/** The names that an input sets. A field that nobody can read is not one of them. */
function namesIn(
  input: unknown,
  { attributes, relationships, writeOnly }: ResourceSpec,
): Pick<Notice, "fields" | "relationships"> {
  const set = Object.entries(input ?? {}).flatMap(([name, value]) =>
    value === UNSET || value === undefined || writeOnly.has(name) ? [] : [name],
  );
  return {
    ...someOf(
      "fields",
      set.filter((name) => attributes.has(name)),
    ),
    ...someOf(
      "relationships",
      set.filter((name) => relationships.has(name)),
    ),
  };
}

/** A member that is omitted if its list is empty. */
export function someOf<K extends string>(
  name: K,
  values: readonly string[] | undefined,
): { readonly [P in K]?: readonly string[] } {
  return values === undefined || values.length === 0 ? {} : ({ [name]: values } as { [P in K]: readonly string[] });
}
