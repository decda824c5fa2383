import { ApiError, ApiErrors } from "../../define/errors.js";
import { RequestError } from "./request-error.js";

/** Whether an error has its own response instead of a 500. */
export function isClientError(error: unknown): boolean {
  return error instanceof ApiError || error instanceof ApiErrors || error instanceof RequestError;
}
