import { accepts } from "../../schema/accepts.js";
import { checkSegment } from "../model/names.js";
import { type OperationSpec, operationName } from "../model/operation.js";
import { reservedProblem } from "../model/reserved-names.js";
import type { ResourceSpec } from "../model/resource.js";
import { fail } from "./fail.js";

/** Throws if the name of an action could also be an id, a relationship or a type in the same path. */
export function checkAction(operation: OperationSpec): void {
  const { info, resource } = operation;
  const { action = "", place, kind } = info;
  checkSegment("action", action, operationName(info));
  const reserved = place === "api" ? reservedProblem(action) : undefined;
  if (reserved !== undefined) fail(operation, reserved);
  const isRead = kind !== "command";
  const { returns, output } = operation.options;
  if (place === "item" && action === "relationship") {
    fail(operation, 'an action called "relationship" would shadow the relationship endpoints. Rename it.');
  }
  if (place === "item" && isRead && resource.relationships.has(action)) {
    fail(operation, `a ${kind} called "${action}" would shadow the related endpoint of that relationship. Rename it.`);
  }
  if (place === "collection" && isRead && mayBeId(resource, action)) {
    const path = `GET /${resource.type}/${action}`;
    fail(
      operation,
      `${path} could also read a resource with the id "${action}". Make it a command, or use an id schema that rejects "${action}".`,
    );
  }
  // A read without a result would be a 204, also if its handler returned a value.
  if (kind === "query" && returns === undefined && output === undefined) {
    const rows = resource.type || "tickets";
    fail(
      operation,
      `a query needs a result. Add output: z.object({ … }) for a value, or returns: ${rows} for rows. If it changes something, make it a command.`,
    );
  }
}

function mayBeId({ idKind, id }: ResourceSpec, name: string): boolean {
  if (idKind === "int") return /^-?\d+$/.test(name) && accepts(id, Number(name));
  return accepts(id, name);
}
