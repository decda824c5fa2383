export { openapi } from "./openapi.js";
export { checkOpenapi, writeOpenapi } from "./openapi-file.js";
export { openapiPages } from "./pages.js";

export type { Mount, Pages } from "../server/pages.js";
export type {
  JsonSchema,
  MediaType,
  OpenapiComponents,
  OpenapiDocument,
  OpenapiInfo,
  OpenapiOperation,
  OpenapiParameter,
  OpenapiRequestBody,
  OpenapiResponse,
  OpenapiServer,
  OpenapiTag,
  PathItem,
  Reference,
  Responses,
  SecurityRequirement,
} from "./document/document.js";
export type { OpenapiOptions } from "./document/options.js";
export type { OpenapiPagesOptions } from "./pages.js";
