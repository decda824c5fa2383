/** Whether parsed JSON has more levels of objects and lists than allowed. */
export function isTooDeep(value: unknown, max: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (max === 0) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (isTooDeep(item, max - 1)) return true;
    return false;
  }
  const members = value as Readonly<Record<string, unknown>>; // any object may be read by key
  for (const name in members) if (isTooDeep(members[name], max - 1)) return true;
  return false;
}
