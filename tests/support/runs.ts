/** The number of runs of a property: `count` in `npm test`, and as many times that as the environment variable TIMES says. */
export function runs(count: number): number {
  return count * Number(process.env.TIMES ?? 1);
}
