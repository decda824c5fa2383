/** The additional types that an application allows in requests' type notes. */
export type AllowedTypes = ReadonlySet<string>;

export const NO_TYPES: AllowedTypes = new Set();
