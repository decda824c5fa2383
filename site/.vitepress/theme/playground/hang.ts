/** How far the rest of a wrapped line stands to the right, as a CSS length: two columns more than the line begins. */
export const hangOf = (line: string): string => `${(/^ */.exec(line)?.[0].length ?? 0) + 2}ch`;
