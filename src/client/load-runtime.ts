/** The code that sends actions and batches. */
export const loadRuntime = () => import("./runtime.js");
