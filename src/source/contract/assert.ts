/** Throws unless two values are equal, at any depth. An undefined member is as good as none. */
export function equal(actual: unknown, expected: unknown, about = ""): void {
  if (isEqual(actual, expected)) return;
  throw new Error(`${about && `${about}: `}expected ${shown(expected)}, received ${shown(actual)}`);
}

/** Throws unless the members of `expected` are equal to those of `actual`. */
export function matches(actual: unknown, expected: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(expected)) {
    equal((actual as Readonly<Record<string, unknown>> | null | undefined)?.[name], value, name);
  }
}

/** The error of a promise that must reject; its own members must be equal to those of `expected`. */
export async function rejects(
  work: PromiseLike<unknown>,
  expected: Readonly<Record<string, unknown>> = {},
  message?: RegExp,
): Promise<void> {
  let error: unknown;
  try {
    await work;
  } catch (thrown) {
    error = thrown;
  }
  if (!(error instanceof Error)) throw new Error("expected an error, received a result");
  try {
    matches(error, expected);
    if (message && !message.test(error.message)) throw new Error(`expected ${message}, received "${error.message}"`);
  } catch (difference) {
    throw new Error(`${String(difference)}; the error is ${error.name}: ${error.message}`, { cause: error });
  }
}

function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime();
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  const of = (value: object, name: string) => (value as Readonly<Record<string, unknown>>)[name];
  return [...names].every((name) => isEqual(of(one, name), of(other, name)));
}

function shown(value: unknown): string {
  return JSON.stringify(value, (_, part) => (typeof part === "bigint" ? `${part}n` : part)) ?? String(value);
}
