import { z } from "zod";
import type { ResourceSpec } from "../model/resource.js";

/** In place of a resource, for actions of the API and for batches. */
export const API_RESOURCE: ResourceSpec = {
  type: "",
  id: z.string(),
  idKind: "string",
  attributes: new Map(),
  relationships: new Map(),
  createFields: new Set(),
  editFields: new Set(),
  writeOnly: new Set(),
  visible: new Map(),
  version: undefined,
};
