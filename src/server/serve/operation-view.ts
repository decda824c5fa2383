import type { ResourceSpec } from "../../define/model/resource.js";
import type { Envelope } from "../../define/types/response.js";
import { noIncludes } from "../../wire/include-path.js";
import { isAction, type HandlerArgs, type OperationSpec } from "../../define/model/operation.js";
import { defaultOf } from "../../schema/parse-now.js";
import { UNSET } from "../../define/unset.js";
import { reachableTypes } from "../../protocol/reachable-types.js";
import { compileActionView } from "./action-view.js";
import { compileWriteResponse } from "./write-response.js";
import { whenReady } from "../../protocol/maybe-promise.js";
import { compileReadRequest } from "./read-request.js";
import type { OperationView } from "../kernel/request-state.js";
import type { View } from "../kernel/views.js";

/** Compiles an operation as the callers of a view see it; undefined if it is hidden from them. */
export function compileView(declared: OperationSpec, view: View): OperationView | undefined {
  const operation = view.operationOf(declared);
  if (operation === undefined) return undefined;
  if (isAction(declared.info)) {
    const action = { apiView: view, hidden: NONE, ...compileActionView(operation, view.api) };
    return operation === declared ? action : withHiddenFlags(action, declared);
  }
  const read = compileReadRequest(operation, view.api);
  const write = compileWriteResponse(operation, view.api);
  if (operation === declared) return { apiView: view, hidden: NONE, read, write };

  const reached = new Set(reachableTypes(operation, view.api.resources).map(({ type }) => type));
  const types = new Set(reachableTypes(declared, view.whole.resources).map(({ type }) => type));
  const isUnseen = (type: string) => types.has(type) && !reached.has(type);
  return {
    apiView: view,
    hidden: hiddenFields(declared.resource, operation.resource),
    read: (state) =>
      whenReady(read(state), (error) => {
        if (error === undefined && state.args !== undefined) fillHidden(state.args, declared, operation);
        return error;
      }),
    write: (envelope, state) => write(withoutIncluded(envelope, isUnseen), state),
  };
}

/** The handler of an action gets a flag for each declared include path, also for those that are hidden from the caller. */
function withHiddenFlags(view: OperationView, { options }: OperationSpec): OperationView {
  const none = noIncludes(options.include ?? []);
  return {
    ...view,
    read: (state) =>
      whenReady(view.read(state), (error) => {
        if (state.args !== undefined) state.args.include = { ...none, ...(state.args.include as object) };
        return error;
      }),
  };
}

const NONE: ReadonlySet<string> = new Set();

function hiddenFields(declared: ResourceSpec, { attributes, relationships }: ResourceSpec): ReadonlySet<string> {
  const names = [...declared.attributes.keys(), ...declared.relationships.keys()];
  return new Set(names.filter((name) => !attributes.has(name) && !relationships.has(name)));
}

/** The handler's types contain the hidden fields. It gets the same values for them as if the client had not sent them. */
function fillHidden(args: HandlerArgs, declared: OperationSpec, operation: OperationSpec): void {
  const none = noIncludes(declared.options.include ?? []);
  args.include = { ...none, ...(args.include as object) };
  const filters = Object.entries(declared.options.filter ?? {});
  const unseen = filters.filter(([name]) => !Object.hasOwn(operation.options.filter ?? {}, name));
  args.filter = {
    ...Object.fromEntries(unseen.map(([name, schema]) => [name, defaultOf(schema, `filter.${name}`)])),
    ...(args.filter as object),
  };
  if (args.input !== undefined) args.input = { ...hiddenInput(declared, operation), ...(args.input as object) };
}

function hiddenInput({ info, resource }: OperationSpec, operation: OperationSpec): object {
  const isCreate = info.kind === "createOne";
  const [all, left] = isCreate
    ? [resource.createFields, operation.resource.createFields]
    : [resource.editFields, operation.resource.editFields];
  const unseen = [...all].filter((name) => !left.has(name) && !(isCreate && resource.omittable.has(name)));
  return Object.fromEntries(unseen.map((name) => [name, isCreate ? absent(name, resource) : UNSET]));
}

function absent(name: string, { attributes, relationships }: ResourceSpec): unknown {
  const schema = attributes.get(name);
  if (schema !== undefined) return defaultOf(schema, `The hidden attribute "${name}"`);
  return relationships.get(name)?.many ? [] : undefined;
}

function withoutIncluded(envelope: Envelope<unknown>, isUnseen: (type: string) => boolean): Envelope<unknown> {
  const { included } = envelope;
  if (included === undefined) return envelope;
  const left = Object.entries(included).filter(([type]) => !isUnseen(type));
  return { ...envelope, included: Object.fromEntries(left) };
}
