import { type OperationSpec, operationName } from "../model/operation.js";

/** Throws a TypeError that begins with the name of the operation. */
export function fail({ info }: OperationSpec, sentence: string): never {
  throw new TypeError(`${operationName(info)}: ${sentence}`);
}
