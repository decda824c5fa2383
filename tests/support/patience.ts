/** Milliseconds for which a test waits for what happens a moment later. It is long because it only has to end: a slow machine needs it. */
export const PATIENCE = 20_000;
