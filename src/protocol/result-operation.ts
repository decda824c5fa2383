import { returnedRows, type OperationSpec, operationName } from "../define/model/operation.js";
import type { ResourceSpec } from "../define/model/resource.js";

/**
 * The operation whose query and document an action has: a get or a list of the rows that it returns. If it returns none, the
 * query has only the action's input.
 */
export function resultOperation(action: OperationSpec, resources: ReadonlyMap<string, ResourceSpec>): OperationSpec {
  const { info, options } = action;
  const { include = [], input } = options;
  const inQuery = info.kind === "command" ? {} : { input };
  const rows = returnedRows(options);
  if (rows === undefined) {
    return { ...action, info: labelled(action, { type: info.type, kind: "stream" as const }), options: inQuery };
  }
  const resource = resources.get(rows.type) as ResourceSpec; // the router has checked it
  const kind = rows.isMany ? ("getMany" as const) : ("getOne" as const);
  return { ...action, info: labelled(action, { type: rows.type, kind }), resource, options: { ...inQuery, include } };
}

/** Messages name the action, not the get or the list. */
function labelled<T>({ info }: OperationSpec, as: T): T & { readonly label: string } {
  return { ...as, label: operationName(info) };
}
