/** The middle of some numbers. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low, high] = [sorted[(sorted.length - 1) >> 1] ?? Number.NaN, sorted[middle] ?? Number.NaN];
  return (low + high) / 2;
}

/** The value below which a share of the numbers lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** A median with the interval that holds it in 95 of 100 repetitions. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

const RESAMPLES = 2000;

/** The median of paired values, one a round, and its 95 % interval by bootstrap over the rounds. */
export function spreadOf(values: readonly number[]): Spread {
  const random = seeded(values.length);
  const medians: number[] = [];
  for (let resample = 0; resample < RESAMPLES; resample++) {
    medians.push(median(values.map(() => values[Math.floor(random() * values.length)] ?? Number.NaN)));
  }
  return { median: median(values), low: quantile(medians, 0.025), high: quantile(medians, 0.975) };
}

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The same things in another order, so that none always runs after the same other. */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const left = [...items];
  const result: T[] = [];
  while (left.length > 0) result.push(...left.splice(Math.floor(random() * left.length), 1));
  return result;
}
