import { printed } from "./printed.js";

/** What came of a call. */
export interface Outcome {
  /** What the call returned, or the message of the error that it threw. */
  readonly result: string;
  readonly failed: boolean;
  readonly count: number;
  readonly total: number | undefined;
}

/** A longer text would keep the page busy. */
const LONGEST = 60_000;

export const failedWith = (result: string): Outcome => ({ result, failed: true, count: 0, total: undefined });

export async function outcomeOf(call: () => unknown): Promise<Outcome> {
  try {
    const value = await call();
    const counted = isPage(value) ? { count: value.length, total: value.meta.total } : { count: 0, total: undefined };
    return { result: shortened(printed(value)), failed: false, ...counted };
  } catch (error) {
    return failedWith(
      shortened(error instanceof Error ? `${error.name}: ${error.message}${fieldsOf(error)}` : String(error)),
    );
  }
}

/** Which fields of a write are wrong: the message does not always name them. */
function fieldsOf(error: object): string {
  if (!("fields" in error && typeof error.fields === "object")) return "";
  return Object.keys(error.fields ?? {}).length > 0 ? `\n\nerror.fields: ${printed(error.fields)}` : "";
}

export function shortened(text: string): string {
  const more = text.length - LONGEST;
  return more > 0 ? `${text.slice(0, LONGEST)}\n… and ${more.toLocaleString("en-GB")} more characters` : text;
}

const isPage = (value: unknown): value is unknown[] & { readonly meta: { readonly total?: number } } =>
  Array.isArray(value) && "meta" in value;
