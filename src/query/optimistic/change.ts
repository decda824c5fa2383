import type { Document, ResourceObject } from "../../client/read/document.js";
import { isObject } from "../../wire/notes/members.js";
import type { SentWrite } from "../../client/write/write-input.js";
import { AFFECTS } from "../../wire/headers.js";

/** What a write did, as far as the client can know. */
export interface Change {
  readonly verb: "created" | "edited" | "deleted" | "re-linked" | "called";
  readonly type: string;
  /** Undefined where a create was not answered with a resource. */
  readonly id: string | undefined;
  /** The resource, as the answer shows it. */
  readonly resource: ResourceObject | undefined;
  /** The document that holds it. */
  readonly document: Document | undefined;
  /** The relationships that it set. For an update, these are the fields that are not attributes in the response. */
  readonly names: readonly string[];
  /** The ids of what these relationships name now. */
  readonly links: ReadonlySet<string>;
  /** Whether nothing else was or is linked: to add and to remove names all that changes. */
  readonly exact: boolean;
  /** The types that the operation says it affects. */
  readonly affects: readonly string[];
  /** `articles 1 was edited` */
  readonly told: string;
}

/** Reads what a write did; undefined for an rpc that only read. */
export function changeOf({ method, segments, input, response, document }: SentWrite): Change | undefined {
  const [type = "", path, third, name] = segments.map(String);
  const verb = name ? "re-linked" : third ? "called" : path ? (method === "DELETE" ? "deleted" : "edited") : "created";
  const affects = response?.headers.get(AFFECTS)?.split(",").map(decodeURIComponent) ?? [];
  if (method === "GET" && affects.length === 0) return undefined;

  const resource = isObject(document?.data) ? (document.data as ResourceObject) : undefined; // one was asked for
  const fields = (isObject(input) ? input : {}) as Readonly<Record<string, unknown>>; // read by name
  const linkage = (field: string) => resource?.relationships?.[field]?.data;
  const sets = Object.keys(fields).filter((field) => !(field in (resource?.attributes ?? {})));
  const names =
    verb === "created"
      ? [...sets, ...Object.keys(resource?.relationships ?? {})].filter(
          (field) => idsOf([fields[field], linkage(field)])[0],
        )
      : verb === "edited"
        ? sets
        : name
          ? [name]
          : [];
  const id = path ?? resource?.id;
  return {
    verb,
    type,
    id,
    resource,
    document: resource && document,
    names,
    links: new Set(idsOf(name ? input : names.map((field) => [fields[field], linkage(field)]))),
    exact: method !== "PATCH",
    affects,
    told: `${third && !name ? `"${third}" of ` : ""}${type}${id ? ` ${id}` : ""} ${response ? "was" : "may have been"} ${verb}`,
  };
}

/** The ids in what was given for relationships: bare, in identifiers and resources, in lists of them. */
function idsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(idsOf);
  if (!isObject(value)) return value === undefined || value === null ? [] : [String(value)];
  return idsOf((value as { id?: unknown }).id);
}
