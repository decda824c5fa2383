import { type ClientOptions, combined, type HeadersLike } from "../../client/send/options.js";
import { ACCEPT } from "../../wire/headers.js";

/** Names of headers that probably contain a secret. */
const SECRET_HEADER = /auth|cookie|token|secret|api-?key|password|session/i;

/** The user and the headers of a read. Two reads of one URL share a cache entry only if these are equal. */
export interface Scope {
  /** The user; absent for anonymous. */
  readonly caller?: string;
  /** The values of the headers in the option `vary`, which change the response. */
  readonly vary?: Readonly<Record<string, string>>;
}

/**
 * The scope of a read, before it is sent.
 *
 * @param readHeaders The headers of this read alone.
 * @throws {TypeError} If two users could share a cache entry.
 */
export function scopeOf(options: ClientOptions, readHeaders?: HeadersLike): Scope {
  const { headers: given, vary = [] } = options;
  const secret = vary.find((name) => SECRET_HEADER.test(name));
  if (secret) {
    throw new TypeError(
      `createClient: vary must not contain "${secret}", because keys must not hold secrets. Give "caller" instead.`,
    );
  }
  for (const name of combined(readHeaders).keys()) {
    if (!isVaried(vary, name)) {
      throw new TypeError(
        `trestle/query: the header "${name}" of this read is in no key. List it in "vary" of createClient, or use a client with its own "caller".`,
      );
    }
  }
  if (typeof given !== "function") return scopeIn(options, combined(given, readHeaders));
  if (options.caller !== undefined && !vary.length) return scopeIn(options, new Headers()); // the rest is checked when it is sent
  const headers = given();
  if (!("then" in headers)) return scopeIn(options, combined(headers, readHeaders));
  Promise.resolve(headers).catch(() => {}); // reported when something is sent
  throw new TypeError(
    `trestle/query: "headers" of createClient is async, so no key can hold them. Give "caller", and no "vary".`,
  );
}

/** The current user. */
export function callerOf({ caller: given }: ClientOptions): Pick<Scope, "caller"> {
  const caller: unknown = typeof given === "function" ? given() : given;
  if (caller !== null && caller !== undefined && typeof caller !== "string") {
    throw new TypeError(`createClient: caller must be a string, null or undefined; received a ${typeof caller}.`);
  }
  return caller ? { caller } : {};
}

/**
 * The scope of a request with these headers.
 *
 * @throws {TypeError} If two users could share a cache entry.
 */
function scopeIn(options: ClientOptions, headers: Headers): Scope {
  const { vary = [] } = options;
  const { caller } = callerOf(options);
  for (const name of headers.keys()) {
    if (name === ACCEPT || isVaried(vary, name)) continue;
    if (options.caller === undefined) {
      throw new TypeError(
        `trestle/query: the client sends the header "${name}", so keys must contain the user. Give createClient a "caller", or list the header in "vary".`,
      );
    }
    if (!caller && SECRET_HEADER.test(name)) {
      throw new TypeError(`trestle/query: the client sends the header "${name}", but "caller" gives no user.`);
    }
  }
  const values = vary.map((name) => [name.toLowerCase(), headers.get(name)] as const);
  const varied = Object.fromEntries(values.filter((pair): pair is [string, string] => pair[1] !== null).sort());
  return { ...(caller ? { caller } : {}), ...(Object.keys(varied).length > 0 && { vary: varied }) };
}

/**
 * Makes a check that rejects a request if its scope is no longer the scope of its cache entry, because the user has changed.
 *
 * @returns A function of the request's headers. Without headers, because they do not exist yet, it compares only the caller.
 */
export function callerCheck(scope: Scope, options: ClientOptions): (headers?: Headers) => void {
  return (headers) => {
    const now = headers ? scopeIn(options, headers) : { ...callerOf(options), vary: scope.vary };
    if (!isSameScope(now, scope)) {
      throw new TypeError(`"caller" or a header in "vary" has changed since this call was made.`);
    }
  };
}

export function isSameScope(one: Scope, other: Scope): boolean {
  return textOf(one) === textOf(other);
}

/** As a key of a map. */
export function textOf({ caller, vary }: Scope): string {
  return JSON.stringify([caller, vary]);
}

function isVaried(vary: readonly string[], name: string): boolean {
  return vary.some((each) => each.toLowerCase() === name);
}
