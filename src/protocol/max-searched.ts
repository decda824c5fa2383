/** Up to this number of items, an array is searched. For more, a Set or a Map is created. */
export const MAX_SEARCHED = 8;
