// What the page says while it loads. scripts/check-site.ts compares these with the files.

export const COMPILER_SIZE = "1.2 MB";
export const SERVER_SIZE = "170 kB";
