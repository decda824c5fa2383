import type { ResponseError } from "../errors/error-response.js";
import type { ResourceIdentifier } from "../send/fetched-row.js";
import type { OutgoingBody } from "../send/transport.js";
import type { readResult } from "../read/read-result.js";

// The client loads this file when it first changes an item. It imports nothing, because a bundler moves each shared file into a chunk of
// its own.

/**
 * Adds `If-Match` to the request of a change of an item: the change fails if the resource has another version now.
 *
 * @param header Its name.
 * @param versions The attribute with the version, by type, as responses said.
 * @throws {Error} For an item whose version is unknown: the change would overwrite those of others. The call then rejects with `not_sent`.
 */
export function withIfMatch(
  body: OutgoingBody,
  header: string,
  versions: Readonly<Record<string, string>>,
  type: string,
  item: ResourceIdentifier,
): OutgoingBody {
  return { ...body, about: { ...body.about, [header]: `"${itemVersion(versions, type, item)}"` } };
}

/**
 * The version of an item, as JSON.
 *
 * @throws {Error} If it is unknown.
 */
export function itemVersion(
  versions: Readonly<Record<string, string>>,
  type: string,
  item: ResourceIdentifier,
): string | number {
  const name = Object.hasOwn(versions, type) ? versions[type] : undefined;
  if (item.type !== type) throw new Error(`"${type}" cannot change an item of "${item.type}".`);
  if (name === undefined) {
    const advice = "Read one first, or pass the id and the header If-Match.";
    throw new Error(`The client does not know the version of "${type}", because it has read none. ${advice}`);
  }
  const version = (item as unknown as Readonly<Record<string, unknown>>)[name]; // its fields are beside type and id
  if (typeof version !== "number" && typeof version !== "string" && !(version instanceof Date)) {
    throw new Error(`This item of "${type}" has no "${name}", which is its version. Add "${name}" to fields.`);
  }
  return version instanceof Date ? version.toISOString() : version;
}

/**
 * Adds the current resource to the error of a change that expected another version.
 *
 * @param read Joins a document.
 * @param load Loads superjson, which may have written a value of the resource.
 * @returns The error, or `malformed` if the resource cannot be read.
 */
export async function mismatchOf(
  error: ResponseError,
  read: typeof readResult,
  load: () => Promise<void>,
  label: () => string,
): Promise<ResponseError> {
  if (error.code !== "version_mismatch") return error;
  const meta = error.errors[0]?.meta;
  if (JSON.stringify(meta)?.includes('"superjson"')) await load();
  try {
    const current = read({ data: meta?.current as never, meta: meta as never }, [], "one", label);
    return Object.assign(error, { current });
  } catch (cause) {
    return cause as ResponseError; // `read` throws nothing else
  }
}
