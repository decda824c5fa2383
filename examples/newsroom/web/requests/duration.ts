/** "412 ms", or "20 s" for what takes long. */
export function duration(milliseconds: number): string {
  return milliseconds < 10_000 ? `${Math.round(milliseconds)} ms` : `${Math.round(milliseconds / 1000)} s`;
}
