import { BadRequest } from "../define/errors.js";
import type { FoundRow, Keys, ListQuery, Session, Slice, Store } from "./store.js";

/**
 * Lists rows. A client can make up a cursor, so keys that the store cannot read are a 400 at the parameter that has them. Every other
 * failure is the server's.
 */
export async function listBySentKeys(store: Store, session: Session, query: ListQuery): Promise<FoundRow[]> {
  const sent = sentKeys(query.slice);
  if (sent.length === 0) return store.list(session, query);
  try {
    return await listWithin(store, session, query);
  } catch (error) {
    for (const [name, keys] of sent) {
      if (await store.canReadKeys(session, query.order, keys)) continue;
      const message = `page[${name}] is not a cursor of this list.`;
      throw new BadRequest(message, { cause: error, source: { parameter: `page[${name}]` } });
    }
    throw error;
  }
}

/** The caller's transaction must go on after keys that cannot be read. */
function listWithin(store: Store, session: Session, query: ListQuery): Promise<FoundRow[]> {
  if (!store.isInTransaction(session)) return store.list(session, query);
  return store.transaction(session, (session) => store.list(session, query));
}

function sentKeys(slice: Slice | undefined): [name: string, keys: Keys][] {
  if (slice?.kind !== "keyset") return [];
  const { after, before } = slice;
  return [
    ...(after ? [["after", after] as [string, Keys]] : []),
    ...(before ? [["before", before] as [string, Keys]] : []),
  ];
}
