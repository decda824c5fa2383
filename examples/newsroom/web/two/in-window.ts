// The names of the windows keep their drafts apart.
export const EDITORS = ["ann", "bashir"] as const;

/** Whether this page is one of the two windows of /two. */
export const isInWindow = EDITORS.some((name) => name === window.name);
