import { type HandlerArgs, methodOf, type OperationSpec } from "../../define/model/operation.js";
import type { ResourceSpec } from "../../define/model/resource.js";
import { spelledId } from "../../define/model/resource-source.js";
import { toEnvelope } from "../../define/model/response.js";
import { UNSET } from "../../define/unset.js";
import { type Notice, NOTICE_OPS } from "../../wire/live.js";
import type { View } from "../kernel/views.js";

/** What a handler that did not fail has changed. */
export type NoticesOf = (args: HandlerArgs, result: unknown) => readonly Notice[];

type NoticeOf = (args: HandlerArgs, result: unknown) => Notice;

/** Compiles what the calls of an operation change. Undefined for an operation that only reads. */
export function compileNotices(operation: OperationSpec): NoticesOf | undefined {
  const { info, options } = operation;
  if (methodOf(operation) === "GET") return undefined;
  const affected = (options.affects ?? []).map((type): Notice => ({ type, op: "call" }));
  const notice = ownNotice(operation);
  if (notice === undefined) return affected.length === 0 ? undefined : () => affected;
  if (info.kind !== "rpc") return (args, result) => [notice(args, result), ...affected];
  return (args, result) =>
    result instanceof Response && result.status < 400 ? [notice(args, result), ...affected] : [];
}

/** Compiles the notice about the operation's own type. Undefined if it may not have changed. */
function ownNotice({ info, options, resource }: OperationSpec): NoticeOf | undefined {
  const { type, kind, relationship = "", place } = info;
  switch (kind) {
    case "createOne":
      return ({ input }, result) => ({ type, ...createdId(result), op: "create", ...namesIn(input, resource) });
    case "editOne":
      return ({ id, input }) => ({ type, id: spelledId(resource, id), op: "update", ...namesIn(input, resource) });
    case "deleteOne":
      return ({ id }) => ({ type, id: spelledId(resource, id), op: "delete" });
    case "rpc":
    case "command":
      if (place === "api") return undefined;
      // A command of a collection changes any of its rows, unless it states what it affects.
      if (place === "collection" && options.affects !== undefined) return undefined;
      return ({ id }) => (id === undefined ? { type, op: "call" } : { type, id: spelledId(resource, id), op: "call" });
    default:
      return ({ id }) => ({ type, id: spelledId(resource, id), op: "relate", relationships: [relationship] });
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
  const fields = set.filter((name) => attributes.has(name));
  const linked = set.filter((name) => relationships.has(name));
  return { ...someOf("fields", fields), ...someOf("relationships", linked) };
}

/** A member that is omitted if its list is empty. */
export function someOf<K extends string>(
  name: K,
  values: readonly string[] | undefined,
): { readonly [P in K]?: readonly string[] } {
  return values === undefined || values.length === 0 ? {} : ({ [name]: values } as { [P in K]: readonly string[] });
}

/**
 * A notice without what is hidden from a listener. Undefined if nothing is left, or if the API does not have the type.
 *
 * @param isBare Whether the listener may know types and operations only.
 */
export function visibleNotice(notice: Notice, { api }: View, isBare: boolean): Notice | undefined {
  const { type, id, op, fields, relationships } = notice;
  const resource = api.resources.get(type);
  if (resource === undefined) return undefined;
  const { attributes, writeOnly } = resource;
  const seen = fields?.filter((name) => attributes.has(name) && !writeOnly.has(name));
  const linked = relationships?.filter((name) => resource.relationships.has(name));
  const isNamed = (fields?.length ?? 0) + (relationships?.length ?? 0) > 0;
  const isHidden = isNamed && (seen?.length ?? 0) + (linked?.length ?? 0) === 0;
  if (isHidden && (op === "update" || op === "relate")) return undefined;
  if (isBare) return { type, op };
  return { type, ...(id !== undefined && { id }), op, ...someOf("fields", seen), ...someOf("relationships", linked) };
}

/** Checks what the compiler checks in TypeScript. A text has members of a list, so it would be taken for one. */
export function requireShape(entry: unknown): void {
  if (typeof entry !== "object" || entry === null) {
    throw new TypeError(`live.publish takes a notice or a list of notices; received ${entry}.`);
  }
  for (const [name, value] of Object.entries(entry)) {
    if (name === "id" && !isId(value)) {
      const received = typeof value === "number" ? value : typeof value;
      throw new TypeError(`live.publish: id must be a string or a finite number; received ${received}.`);
    }
    const isList = ["audience", "fields", "relationships"].includes(name);
    if (!isList || value === undefined) continue;
    if (!Array.isArray(value) || !value.every((item) => typeof item === "string")) {
      throw new TypeError(`live.publish: ${name} must be a list of strings.`);
    }
  }
}

function isId(value: unknown): boolean {
  return value === undefined || typeof value === "string" || typeof value === "bigint" || Number.isFinite(value);
}

export function requireKnown(
  { type, op, fields = [], relationships = [] }: Notice,
  resource: ResourceSpec | undefined,
): void {
  if (resource === undefined) throw new TypeError(`live.publish: no resource "${type}" in this API.`);
  if (!NOTICE_OPS.includes(op))
    throw new TypeError(`live.publish: op must be one of ${NOTICE_OPS.join(", ")}; received ${op}.`);
  const unknown =
    fields.find((name) => !resource.attributes.has(name)) ??
    relationships.find((name) => !resource.relationships.has(name));
  if (unknown !== undefined)
    throw new TypeError(
      `live.publish: "${type}" has no ${fields.includes(unknown) ? "attribute" : "relationship"} "${unknown}".`,
    );
}
