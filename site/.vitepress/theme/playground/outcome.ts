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
    return failedWith(shortened(error instanceof Error ? `${error.name}: ${error.message}` : String(error)));
  }
}

export function shortened(text: string): string {
  const more = text.length - LONGEST;
  return more > 0 ? `${text.slice(0, LONGEST)}\n… and ${more.toLocaleString("en-GB")} more characters` : text;
}

const isPage = (value: unknown): value is unknown[] & { readonly meta: { readonly total?: number } } =>
  Array.isArray(value) && "meta" in value;
