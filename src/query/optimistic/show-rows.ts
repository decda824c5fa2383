import type { QueryClient } from "@tanstack/query-core";
import type { Document, ResourceObject } from "../../client/send/document.js";
import { mapMembers } from "../../wire/notes/members.js";
import { META, own, type RichMeta } from "../../wire/notes/note.js";
import { type Cached, cachedIn } from "../cache/cached.js";
import type { Scope } from "../cache/scope.js";
import { fieldsPatch } from "./apply.js";
import { joinedPatch, Overlay } from "./overlay-reads.js";

/** Shows the rows that a command returned in every cached query of the same user that contains them, until it is refetched. */
export function showRows(queryClient: QueryClient, api: string, scope: Scope, document: Document): void {
  const rows = [document.data ?? [], document.included ?? []].flat() as ResourceObject[]; // data is a resource or a list
  const inCache = cachedIn(queryClient, api, scope);
  const cached: Cached = {
    ...inCache,
    find: (wanted) => rows.find(({ type, id }) => type === wanted.type && id === wanted.id) ?? inCache.find(wanted),
  };
  const { values }: RichMeta = document.meta?.[META] ?? {};
  const patches = rows.map(({ type, id, attributes, relationships = {} }) => {
    const linked = Object.entries(relationships).filter(([, { data }]) => data !== undefined);
    const fields = { ...attributes, ...mapMembers(Object.fromEntries(linked), (one) => (one as Linked).data) };
    return fieldsPatch(type, id, { fields, notes: own(own(values, type), id) }, cached);
  });
  Overlay.of(queryClient).add({ api, scope, patch: joinedPatch(patches) })(true);
}

interface Linked {
  readonly data?: unknown;
}
