// What the client loads later, in one chunk: all of it for the first write, action or batch, or for the first read that fails and may be
// repeated. No other lazy chunk imports these files, because a bundler would cut what they share into one more chunk: `live` and
// `trestle/query` ask for this one.

export { loadQuery, sendCommand } from "./action/send-action.js";
export { Operations } from "./atomic/operations.js";
export { sendBatch } from "./atomic/send-batch.js";
export { failed } from "./failed.js";
export { isTemporary, pause, readAgain, waitAfter, withRetries } from "./send/retry.js";
export { notedJson, writeBody } from "./write/body.js";
export { SuperjsonNeeded } from "../wire/notes/superjson.js";
