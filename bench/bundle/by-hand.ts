interface Identifier {
  readonly type: string;
  readonly id: string;
}

interface Resource extends Identifier {
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, { readonly data?: Identifier | readonly Identifier[] | null }>>;
}

/** The least that a page needs to read JSON:API documents: a request, its errors, and included resources joined. */
export async function jsonApi(url: string, init: RequestInit = {}): Promise<unknown> {
  const type = "application/vnd.api+json";
  const headers = { accept: type, ...(init.body ? { "content-type": type } : {}), ...init.headers };
  const response = await fetch(url, { ...init, headers });
  if (response.status === 204) return undefined;
  const document = await response.json();
  if (!response.ok) throw Object.assign(new Error(`${response.status}`), { errors: document.errors });
  const included = new Map<string, Resource>();
  const keyOf = ({ type, id }: Identifier) => `${type} ${id}`;
  for (const resource of document.included ?? []) included.set(keyOf(resource), resource);
  const joined = new Map<string, object>();
  const join = (identifier: Identifier): object => {
    const key = keyOf(identifier);
    const before = joined.get(key);
    if (before) return before;
    const { attributes, relationships }: Partial<Resource> = included.get(key) ?? {};
    const item: Record<string, unknown> = { type: identifier.type, id: identifier.id, ...attributes };
    joined.set(key, item);
    for (const [name, { data }] of Object.entries(relationships ?? {})) {
      item[name] = Array.isArray(data) ? data.map(join) : data && join(data as Identifier); // Array.isArray knows no readonly arrays
    }
    return item;
  };
  const all = Array.isArray(document.data) ? document.data : document.data ? [document.data] : [];
  for (const resource of all) included.set(keyOf(resource), resource);
  return Array.isArray(document.data) ? document.data.map(join) : document.data && join(document.data);
}
