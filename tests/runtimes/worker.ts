import { handle } from "./handler.js";

// biome-ignore lint/style/noDefaultExport: workers are given as their module's default export
export default { fetch: handle };
