import type { OperationSpec } from "../../define/model/operation.js";
import type { OperationInfo } from "../../define/types/operation-info.js";

/** The default summary of an operation. It does not guess the singular of a type: `summary` in the options gives better ones. */
export function summaryOf({ info, resource }: OperationSpec): string {
  const { type, kind, relationship = "", action = "", place } = info;
  const many = words(type);
  const one = `one of the ${many}`;
  const name = words(relationship);
  const isMany = resource.relationships.get(relationship)?.many;
  switch (kind) {
    case "getOne":
      return `Get ${one}`;
    case "getMany":
      return `List ${many}`;
    case "createOne":
      return `Create ${one}`;
    case "editOne":
      return `Edit ${one}`;
    case "deleteOne":
      return `Delete ${one}`;
    case "getRelated":
      return `${isMany ? "List" : "Get"} the ${name} of ${one}`;
    case "getRelationship":
      return `Get the ${isMany ? "ids" : "id"} of its ${name}`;
    case "editRelationship":
      return `Set its ${name}`;
    case "addToRelationship":
      return `Add to its ${name}`;
    case "removeFromRelationship":
      return `Remove from its ${name}`;
    case "resetRelationship":
      return `Replace all of its ${name}`;
    case "rpc":
      return `Call "${action}" of ${one}`;
    case "command":
      return `Run the command "${action}"${ofPlace(place, many)}`;
    case "query":
      return `Run the query "${action}"${ofPlace(place, many)}`;
    case "stream":
      return `Stream the events of "${action}"${ofPlace(place, many)}`;
  }
}

/** `blog-posts` is "blog posts". */
function words(name: string): string {
  return name.replace(/[_-]+/g, " ").trim();
}

function ofPlace(place: OperationInfo["place"], many: string): string {
  if (place === "api") return "";
  return place === "item" ? ` on one of the ${many}` : ` on the ${many}`;
}
