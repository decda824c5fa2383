import type { OperationSpec } from "../define/model/operation.js";

/** The default summary of an operation. */
export function summaryOf({ info, resource }: OperationSpec): string {
  const { type, kind, relationship = "", action } = info;
  const one = `a resource of type "${type}"`;
  const name = `"${type}.${relationship}"`;
  const isMany = resource.relationships.get(relationship)?.many;
  switch (kind) {
    case "getOne":
      return `Get ${one}`;
    case "getMany":
      return `List resources of type "${type}"`;
    case "createOne":
      return `Create ${one}`;
    case "editOne":
      return `Edit ${one}`;
    case "deleteOne":
      return `Delete ${one}`;
    case "getRelated":
      return `Get the related ${isMany ? "resources" : "resource"} of ${name}`;
    case "getRelationship":
      return `Get the related ${isMany ? "ids" : "id"} of ${name}`;
    case "editRelationship":
      return `Set the related id of ${name}`;
    case "addToRelationship":
      return `Add related ids to ${name}`;
    case "removeFromRelationship":
      return `Remove related ids from ${name}`;
    case "resetRelationship":
      return `Replace the related ids of ${name}`;
    case "rpc":
      return `Call the action "${action}" of ${one}`;
  }
}
