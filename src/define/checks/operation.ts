import { didYouMean, listNames, checkSegment, reservedProblem } from "../model/names.js";
import { type OperationSpec, operationName, fail } from "../model/operation.js";
import { OPERATIONS } from "../../wire/operations.js";
import { type OptionCheck, OPTION_CHECKS } from "./options.js";
import { accepts } from "../../schema/run-schema.js";
import type { Problems } from "../model/problems.js";
import type { ResourceSpec } from "../model/resource.js";

/** Throws, or collects, what is wrong with an operation by itself. `checkRouter` finds conflicts between resources. */
export function checkOperationSpec(operation: OperationSpec, problems: Problems): void {
  checkRelationship(operation);
  if (operation.info.kind === "rpc") problems.collect(() => checkRpc(operation));
  checkOptions(operation, problems);
  if (operation.info.kind === "stream" && operation.options.events === undefined)
    fail(operation, "a stream needs events: { name: z.object({ … }) }.");
}

function checkOptions(operation: OperationSpec, problems: Problems): void {
  const checks: Readonly<Record<string, OptionCheck<never>>> = OPTION_CHECKS[operation.info.kind];
  const names = Object.keys(checks);
  for (const [name, value] of Object.entries(operation.options)) {
    problems.collect(() => {
      if (!names.includes(name))
        fail(operation, `unknown option "${name}". ${didYouMean(name, names, `Use ${listNames(names)}.`)}`);
      if (value !== undefined && value !== null) checks[name]?.(value as never, operation); // the table has a check for each option's type
    });
  }
}

function checkRelationship(operation: OperationSpec): void {
  const { type, kind, relationship: name } = operation.info;
  if (name === undefined) return;
  const { relationships } = operation.resource;
  const relationship = relationships.get(name);
  if (relationship === undefined)
    fail(
      operation,
      `"${type}" has no relationship "${name}". ${didYouMean(name, relationships.keys(), `It has ${listNames(relationships.keys())}.`)}`,
    );
  const arity = OPERATIONS[kind].relationship;
  const actual = relationship.many ? "to-many" : "to-one";
  if (arity === "any" || arity === actual) return;
  const instead = relationship.many ? "resetRelationship" : "editRelationship";
  fail(operation, `"${name}" is ${actual}, but ${kind} is for ${arity}. Use ${instead}.`);
}

function checkRpc(operation: OperationSpec): void {
  const { type, action = "" } = operation.info;
  checkSegment("action", action, `${type}.rpc`);
  checkShadow(operation);
}

/** Throws for an action of one resource with the path of `/{type}/{id}/relationship/…`. */
function checkShadow(operation: OperationSpec): void {
  if (operation.info.action === "relationship")
    fail(operation, 'an action called "relationship" would shadow the relationship endpoints. Rename it.');
}

/** Throws if the name of an action could also be an id, a relationship or a type in the same path. */
export function checkAction(operation: OperationSpec): void {
  const { info, resource } = operation;
  const { action = "", place, kind } = info;
  checkSegment("action", action, operationName(info));
  const reserved = place === "api" ? reservedProblem(action) : undefined;
  if (reserved !== undefined) fail(operation, reserved);
  const isRead = kind !== "command";
  const { returns, output } = operation.options;
  if (place === "item") checkShadow(operation);
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
