// Which chunk of `dist` a module of src belongs to. Left alone, the bundler makes a chunk for each set of entry points that
// share a module, and there are 60 of them. A browser must never load a module of the server, nor one that it loads later
// before it needs it: so what browsers reach has chunks of its own.

const BROWSER = ["client", "query"];

/** The chunks of modules that several files share. A chunk takes what its modules import, if no chunk before it does. */
export const SHARED_CHUNKS = ["wire", "client-core", "query-core", "wire-later", "define", "openapi-core", "server"];

/**
 * Makes the function that names the chunk of a module, or returns undefined if the module stays with its only importer.
 * `entries` are the entry points by name; `moduleOf` gives what a module imports.
 */
export function chunkNames(entries, moduleOf) {
  const reach = (id, isLater, ids = new Set()) => {
    if (ids.has(id)) return ids;
    ids.add(id);
    const { importedIds = [], dynamicallyImportedIds = [] } = moduleOf(id) ?? {};
    for (const next of isLater ? [...importedIds, ...dynamicallyImportedIds] : importedIds) reach(next, isLater, ids);
    return ids;
  };
  const atOnce = Object.entries(entries).map(([name, id]) => [name, reach(id, false)]);
  const inBrowser = new Set(BROWSER.flatMap((name) => [...reach(entries[name], true)]));
  const later = new Set();
  for (const id of new Set(Object.values(entries).flatMap((entry) => [...reach(entry, true)])))
    for (const target of moduleOf(id)?.dynamicallyImportedIds ?? []) reach(target, false, later);

  return (id) => {
    const users = atOnce.flatMap(([name, ids]) => (ids.has(id) ? [name] : []));
    const isServer = users.some((name) => !BROWSER.includes(name));
    if (users.length === 0 || (users.length === 1 && !later.has(id))) return undefined;
    if (users.includes("client")) return isServer ? "wire" : "client-core";
    if (inBrowser.has(id)) return isServer ? "wire-later" : "query-core";
    if (users.includes("index")) return "define";
    return users.length === 1 ? `${users[0]}-core` : "server";
  };
}
