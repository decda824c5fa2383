import type { OperationSpec } from "../../define/model/operation.js";
import type { CompiledApi } from "../compiled-api.js";
import type { RequestState } from "./request-state.js";

/** Compiles the reader of a form with files. */
export function compileReadForm(
  _input: NonNullable<OperationSpec["options"]["input"]>,
  _bodySize: number,
  _api: CompiledApi,
) {
  return (_state: RequestState): unknown => {
    throw new TypeError("not yet");
  };
}
