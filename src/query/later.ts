// What `trestle/query` loads later, in one chunk: for the first mutation, or with `connectQueries`. It imports nothing that the client
// loads later, because a bundler would cut what they share into one more chunk: who loads both hands it over.

export { changesIn } from "./cache/change.js";
export { staleAfter, staleBy } from "./invalidate/stale-keys.js";
export { send } from "./mutate/send.js";
export { showChange, showRows } from "./mutate/show-change.js";
