import { basename } from "node:path";
import { errorPages } from "../.vitepress/reference/error-codes.js";

/** VitePress makes a page of each, without a file. */
export default {
  paths: () =>
    errorPages().map(({ path, markdown }) => ({ params: { page: basename(path, ".md") }, content: markdown })),
};
