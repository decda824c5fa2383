import type { Document, ResourceObject } from "../../client/send/document.js";
import type { Notice, NoticeOp } from "../../wire/live.js";
import { isObject } from "../../wire/notes/members.js";
import type { SentWrite } from "../../client/send/transport.js";
import { AFFECTS } from "../../wire/headers.js";

/** What a write changed, as far as the client can know. */
export interface Change {
  readonly verb: "created" | "edited" | "deleted" | "re-linked" | "called";
  readonly type: string;
  /** Undefined if the response to a create contains no resource. */
  readonly id: string | undefined;
  /** Whether it is a command of a collection or of the API: `affects` is then all that is known. */
  readonly isOfMany?: boolean;
  /** Whether it may be of any resource of the type, because a notice has no id. */
  readonly isOfAny?: boolean;
  readonly resource: ResourceObject | undefined;
  /** The document that contains it. */
  readonly document: Document | undefined;
  /** The relationships that it set. For an update, these are the fields that are not attributes in the response. */
  readonly names: readonly string[];
  /** Whether it may have set other relationships, too. */
  readonly relinksAny?: boolean;
  /** The ids that these relationships contain now. Undefined if unknown. */
  readonly links: ReadonlySet<string> | undefined;
  /** Whether `links` contains every id that was added or removed. After a replacement, the old ids are unknown. */
  readonly exact: boolean;
  /** The types in the operation's option `affects`. */
  readonly affects: readonly string[];
  /** `articles 1 was edited` */
  readonly summary: string;
  /** The notice that told of it. Undefined for an own write. */
  readonly notice?: Notice;
}

/** Describes what a write changed: for a batch, a change for each operation. Empty for an rpc that only reads. */
export function changesIn(write: SentWrite): readonly Change[] {
  const { operations = [write], response } = write;
  const changes: Change[] = [];
  for (const each of operations) {
    const change = changeOf(each === write ? write : { ...each, ...(response && { response }) });
    // The header is the whole batch's.
    if (change) changes.push(each === operations[0] ? change : { ...change, affects: [] });
  }
  return changes;
}

/** Of a change whose response shows no resource. */
const UNSEEN = { resource: undefined, document: undefined, names: [] } as const;

/** Undefined for an rpc that only reads. */
function changeOf(write: SentWrite): Change | undefined {
  if (write.place === "collection" || write.place === "api") return commandOfMany(write);
  const { method, segments, input, response, document } = write;
  const [type = "", path, third, name] = segments.map(String);
  const verb = name ? "re-linked" : third ? "called" : path ? (method === "DELETE" ? "deleted" : "edited") : "created";
  const affects = affectsIn(response) ?? [];
  if (method === "GET" && affects.length === 0) return undefined;

  const resource = isObject(document?.data) && verb !== "called" ? (document.data as ResourceObject) : undefined; // a write of one resource returns one
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
    summary: `${third && !name ? `"${third}" of ` : ""}${type}${id ? ` ${id}` : ""} ${response?.ok ? "was" : "may have been"} ${verb}`,
  };
}

/**
 * A command of a collection changes any resource of its type, unless its option `affects` says which types it changes. A command of
 * the API changes what its `affects` says.
 */
function commandOfMany({ segments, place, response }: SentWrite): Change {
  const [type = "", name] = place === "api" ? ["", ...segments.map(String)] : segments.map(String);
  const affected = place === "collection" ? [type] : [];
  return {
    verb: "called",
    type,
    ...UNSEEN,
    id: undefined,
    isOfMany: true,
    links: new Set(),
    exact: true,
    affects: affectsIn(response) ?? affected,
    summary: `"${name}"${type ? ` of ${type}` : ""} ${response?.ok ? "was" : "may have been"} called`,
  };
}

/** The types that a response says were affected. Undefined if it does not say. */
function affectsIn(response: Response | undefined): readonly string[] | undefined {
  return response?.headers
    .get(AFFECTS)
    ?.split(",")
    .map(decodeURIComponent)
    .filter((name) => name !== "");
}

/** The ids in the values of relationships: bare ids, identifiers, resources, and lists of them. */
function idsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(idsOf);
  if (!isObject(value)) return value === undefined || value === null ? [] : [String(value)];
  return idsOf((value as { id?: unknown }).id);
}

const VERBS = {
  create: "created",
  update: "edited",
  delete: "deleted",
  relate: "re-linked",
  call: "called",
} as const satisfies Record<NoticeOp, Change["verb"]>;

/** The change that a notice is about. It knows less than that of an own write: neither values nor the ids of links. */
export function changeInNotice(notice: Notice): Change {
  const { type, id, op, relationships } = notice;
  const isOfAny = id === undefined;
  const verb = VERBS[op];
  // A create may set more relationships than the request. If an update lists nothing, anything may have changed.
  const isVague = isOfAny || op === "create" || !(relationships ?? notice.fields);
  return {
    verb,
    type,
    id,
    ...UNSEEN,
    isOfAny,
    names: relationships ?? [],
    relinksAny: isVague && op !== "delete" && op !== "call",
    links: undefined,
    exact: false,
    affects: isOfAny ? [type] : [],
    summary: isOfAny
      ? `some ${type} were ${op === "call" ? "changed" : verb} elsewhere`
      : `${type} ${id} was ${op === "call" ? "changed" : verb} elsewhere`,
    notice,
  };
}
