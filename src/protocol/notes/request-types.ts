/** The types that an application allows requests to name. */
export type AllowedTypes = ReadonlySet<string>;

export const NO_TYPES: AllowedTypes = new Set();
