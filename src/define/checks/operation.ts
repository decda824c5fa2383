import { closest, listNames, checkSegment } from "../model/names.js";
import { type OperationSpec, operationName } from "../model/operation.js";
import { OPERATIONS } from "../../wire/operations.js";
import { fail } from "./fail.js";
import { type OptionCheck, OPTION_CHECKS } from "./options.js";

/** Throws if an operation is wrong by itself. `checkRouter` finds conflicts between resources. */
export function checkOperationSpec(operation: OperationSpec): void {
  checkRelationship(operation);
  if (operation.info.kind === "rpc") checkRpc(operation);
  checkOptions(operation);
  if (operation.info.kind === "stream" && operation.options.events === undefined)
    fail(operation, "a stream needs events: { name: z.object({ … }) }.");
}

function checkOptions(operation: OperationSpec): void {
  const checks: Readonly<Record<string, OptionCheck<never>>> = OPTION_CHECKS[operation.info.kind];
  const names = Object.keys(checks);
  const unknown = Object.keys(operation.options).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const guess = closest(unknown, names);
    fail(operation, `unknown option "${unknown}". ${guess ? `Did you mean "${guess}"?` : `Use ${listNames(names)}.`}`);
  }
  for (const [name, value] of Object.entries(operation.options)) {
    if (value !== undefined && value !== null) checks[name]?.(value as never, operation); // the table has a check for each option's type
  }
}

function checkRelationship({ info, resource }: OperationSpec): void {
  if (info.relationship === undefined) return;
  const relationship = resource.relationships.get(info.relationship);
  const where = operationName(info);
  if (relationship === undefined) {
    throw new TypeError(
      `${where}: "${info.type}" has no relationship "${info.relationship}". It has ${listNames(resource.relationships.keys())}.`,
    );
  }
  const arity = OPERATIONS[info.kind].relationship;
  const actual = relationship.many ? "to-many" : "to-one";
  if (arity === "any" || arity === actual) return;
  const instead = relationship.many ? "resetRelationship" : "editRelationship";
  throw new TypeError(
    `${where}: "${info.relationship}" is ${actual}, but ${info.kind} is for ${arity}. Use ${instead}.`,
  );
}

function checkRpc(operation: OperationSpec): void {
  const { type, action = "" } = operation.info;
  checkSegment("action", action, `${type}.rpc`);
  if (action === "relationship")
    fail(operation, 'an action called "relationship" would shadow the relationship endpoints. Rename it.');
}
