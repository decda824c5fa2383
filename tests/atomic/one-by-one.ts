import { expect } from "vitest";
import type { Answer, Opened } from "./bed.js";

/** An operation of a batch. Each local id belongs to one resource. */
export interface SentOperation {
  readonly op: string;
  readonly ref?: object;
  readonly data?: unknown;
}

const METHODS: Readonly<Record<string, string>> = { add: "POST", update: "PATCH", remove: "DELETE" };

/** Sends operations as single requests until one fails. Returns their data, and the status of the one that failed. */
export async function oneByOne({ send }: Pick<Opened, "send">, operations: readonly SentOperation[]) {
  const ids = new Map<string, string>();
  const withIds = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (_, each) =>
      typeof each?.lid === "string" && each.id === undefined && each.attributes === undefined
        ? { ...each, lid: undefined, id: ids.get(each.lid) }
        : each,
    );
  const results: unknown[] = [];
  for (const [index, { op, ref, data }] of operations.entries()) {
    const target = withIds(ref ?? {}) as { type?: string; id?: string; relationship?: string };
    const given = withIds(data ?? null) as { type: string; id?: string; lid?: string };
    if (op === "update" && given?.lid !== undefined) given.id ??= ids.get(given.lid) ?? "";
    const own =
      ref === undefined ? (op === "add" ? given.type : `${given.type}/${given.id}`) : `${target.type}/${target.id}`;
    const path = target.relationship === undefined ? own : `${own}/relationship/${target.relationship}`;
    const hasBody = op !== "remove" || target.relationship !== undefined;
    const { status, body } = await send(METHODS[op] ?? "", path, hasBody ? { data: given } : undefined);
    if (status >= 400) return { results, failed: { index, status } };
    if (op === "add" && ref === undefined) ids.set((data as { lid: string }).lid, body.data.id);
    results.push(body?.data ?? {});
  }
  return { results, failed: undefined };
}

/** Expects that a batch had the results of its operations as single requests, or failed at the same one. Returns whether it succeeded. */
export function expectSame(
  { status, body }: Answer,
  { results, failed }: Awaited<ReturnType<typeof oneByOne>>,
  count: number,
): boolean {
  if (failed !== undefined) {
    expect(body?.errors?.[0]).toMatchObject({ meta: { operation: failed.index } });
    expect(status).toBe(failed.status);
    return false;
  }
  const sent = status === 204 ? Array.from({ length: count }, () => ({})) : body["atomic:results"];
  expect(sent.map(({ data = {} }: { data?: unknown }) => data)).toEqual(results);
  return true;
}
