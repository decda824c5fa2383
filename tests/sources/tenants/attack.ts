import fc from "fast-check";
import { MARKS, ownersOf, type Tenant } from "./marked-rows.js";
import { NEXT, requestsOf, type Sent } from "./requests.js";
import { MEDIA_TYPE } from "../../support/media-type.js";
import type { Handle } from "./world.js";

/** A store with the rows of both tenants. */
export interface Target {
  /** Whether both tenants have the same ids: then only marks tell whose a row is. */
  readonly sharesIds?: boolean;
  /** What its tenants send, if it is not the API of the contract tests. */
  readonly requestsOf?: (tenant: Tenant) => fc.Arbitrary<Sent>;
  /** The list that takes the place of a link before the first one. */
  readonly first?: string;
  /** Puts the rows back, and serves them. */
  reset(): Promise<Handle>;
  /** The rows of a tenant, as text. */
  rowsOf(tenant: Tenant): Promise<string>;
}

const ATOMIC = `${MEDIA_TYPE};ext="https://jsonapi.org/ext/atomic"`;
/** Requests between two resets: lists grow with the rows that requests create. */
export const ROUND = 400;
/** Requests of one tenant in a row. The other's rows are compared before and after. */
const BLOCK = 20;

/** Sends random requests of both tenants, and throws for anything of the other tenant in a response, or any change of its rows. */
export async function attack(target: Target, seed: number, count: number): Promise<ReadonlyMap<number, number>> {
  const statuses = new Map<number, number>();
  for (let sent = 0, round = 0; sent < count; sent += ROUND, round++) {
    const handle = await target.reset();
    const owners = ownersOf();
    let next = target.first ?? "/posts";
    for (let at = 0; at < ROUND && sent + at < count; at += BLOCK) {
      const block = round * (ROUND / BLOCK) + at / BLOCK;
      const tenant: Tenant = block % 2 === 0 ? 1 : 2;
      const other: Tenant = tenant === 1 ? 2 : 1;
      const before = await target.rowsOf(other);
      const requests = fc.sample((target.requestsOf ?? requestsOf)(tenant), {
        seed: seed + block,
        numRuns: Math.min(BLOCK, count - sent - at),
      });
      for (const request of requests) {
        const answer = await send(handle, tenant, request.path === NEXT ? { ...request, path: next } : request);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        const about = `seed ${seed}, block ${block}, tenant ${tenant}: ${JSON.stringify(request)} → ${answer.text}`;
        if (answer.status >= 500) throw new Error(`a failure of the server: ${about}`);
        if (answer.status === 201 && answer.body.data)
          owners.set(`${answer.body.data.type} ${answer.body.data.id}`, tenant);
        if (shownText(answer.text, request).includes(MARKS[other]))
          throw new Error(`a text of the other tenant: ${about}`);
        for (const name of shownResources(answer.body)) {
          if (!target.sharesIds && owners.get(name) === other)
            throw new Error(`${name} is the other tenant's: ${about}`);
        }
        next = answer.body?.links?.next ?? next;
      }
      if ((await target.rowsOf(other)) !== before)
        throw new Error(`rows of the other tenant changed: seed ${seed}, block ${block}`);
    }
  }
  return statuses;
}

export async function send(handle: Handle, tenant: Tenant, { method, path, data, operations, isPlain }: Sent) {
  const type = operations ? ATOMIC : MEDIA_TYPE;
  const headers = new Headers({ "x-tenant": `${tenant}`, accept: isPlain ? "application/json" : type });
  if (data !== undefined || operations) headers.set("content-type", type);
  const document = operations ? { "atomic:operations": operations } : data === undefined ? undefined : { data };
  const body = document && JSON.stringify(document);
  const response = await handle(new Request(`http://example.test${path}`, { method, headers, ...(body && { body }) }));
  const text = await response.text();
  return { status: response.status, text, body: text === "" ? undefined : JSON.parse(text) };
}

/** A response without the links that repeat the request, but with the keys in its cursors. */
function shownText(text: string, { path }: Sent): string {
  const keys = [...text.matchAll(/page%5B(?:after|before)%5D=([\w-]+)/g)].flatMap(([, cursor = ""]) =>
    path.includes(cursor) || path === NEXT ? [] : atob(cursor.replaceAll("-", "+").replaceAll("_", "/")),
  );
  return text.replaceAll(/"(self|first|prev|next)":"[^"]*"/g, "") + keys.join();
}

interface Identifier {
  readonly type: string;
  readonly id: string;
  readonly relationships?: Readonly<Record<string, { readonly data?: unknown }>>;
}

/** All resources of a document and the members of their to-many relationships. The id in a to-one is not hidden: it is a column. */
function shownResources(document: { data?: unknown; included?: unknown } | undefined): string[] {
  const resources = [document?.data ?? [], document?.included ?? []].flat() as Identifier[];
  return resources.flatMap(({ type, id, relationships = {} }) => [
    `${type} ${id}`,
    ...Object.values(relationships).flatMap(({ data }) =>
      Array.isArray(data) ? data.map((member: Identifier) => `${member.type} ${member.id}`) : [],
    ),
  ]);
}
