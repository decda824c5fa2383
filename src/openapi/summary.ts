import type { OperationInfo } from "../define/types/operation-info.js";

/** The default summary of an operation. */
export function summaryOf({ type, kind, relationship, action }: OperationInfo): string {
  switch (kind) {
    case "getOne":
      return `Get one of "${type}"`;
    case "getMany":
      return `List "${type}"`;
    case "createOne":
      return `Create one of "${type}"`;
    case "editOne":
      return `Edit one of "${type}"`;
    case "deleteOne":
      return `Delete one of "${type}"`;
    case "getRelated":
      return `Get what "${type}.${relationship}" relates to`;
    case "getRelationship":
      return `Get the linkage of "${type}.${relationship}"`;
    case "editRelationship":
      return `Set "${type}.${relationship}"`;
    case "addToRelationship":
      return `Add to "${type}.${relationship}"`;
    case "removeFromRelationship":
      return `Remove from "${type}.${relationship}"`;
    case "resetRelationship":
      return `Replace all of "${type}.${relationship}"`;
    case "rpc":
      return `Run "${action}" on one of "${type}"`;
  }
}
