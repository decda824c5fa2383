import type { OperationSpec } from "../define/model/operation.js";
import type { OperationInfo } from "../define/types/operation-info.js";

/** The default summary of an operation. */
export function summaryOf({ info, resource }: OperationSpec): string {
  const { type, kind, relationship = "", action, place } = info;
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
    case "command":
      return `Run the command "${action}"${ofPlace(place, type)}`;
    case "query":
      return `Run the query "${action}"${ofPlace(place, type)}`;
    case "stream":
      return `Stream the events of "${action}"${ofPlace(place, type)}`;
  }
}

function ofPlace(place: OperationInfo["place"], type: string): string {
  if (place === "api") return "";
  return place === "item" ? ` on a resource of type "${type}"` : ` on the resources of type "${type}"`;
}
