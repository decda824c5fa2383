import { basename } from "node:path";
import { referencePages } from "../.vitepress/reference/reference.js";

/** VitePress makes a page of each, without a file. */
export default {
  paths: () =>
    referencePages().map(({ path, markdown }) => ({ params: { page: basename(path, ".md") }, content: markdown })),
};
