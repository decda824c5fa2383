import { type OperationSpec, type DeclaredOptions, queriedTypes } from "../../define/model/operation.js";
import { keepRouterSpec, type RouterSpec, RoutesSpec } from "../../define/model/router.js";
import type { IsVisible, ResourceSpec } from "../../define/model/resource.js";
import type { CompiledApi } from "../compiled-api.js";
import { RouteTable } from "../router.js";
import { wrongResult } from "../wrong-result.js";
import type { SortDeclaration } from "../../define/types/sort.js";
import { fieldsOn } from "../../define/model/field-path.js";
import { withPrefixes } from "../../wire/include-path.js";

/** An API as one caller sees it, without the fields that are hidden from them. */
export interface View {
  /** The hidden fields as text: the same in every process. */
  readonly key: string;
  readonly api: CompiledApi;
  readonly table: RouteTable;
  /** The API with all declared fields. */
  readonly whole: CompiledApi;
  /** A router with what this view contains, for descriptions. */
  readonly router: object;
  /** Returns the operation in this view. Undefined if it belongs to a hidden relationship. */
  readonly operationOf: (operation: OperationSpec) => OperationSpec | undefined;
}

interface Rule {
  readonly type: string;
  readonly field: string;
  readonly isVisible: IsVisible<object>;
}

const MAX_VIEWS = 64;

/** The views of an API, one for each set of hidden fields. A view is compiled at its first use. */
export class Views {
  /** Whether all callers see the same. */
  readonly isOne: boolean;
  readonly #rules: readonly Rule[];
  readonly #router: RouterSpec;
  readonly #compile: (router: RouterSpec) => CompiledApi;
  readonly #whole: View;
  readonly #views = new Map<string, View>();

  constructor(router: RouterSpec, table: RouteTable, compile: (router: RouterSpec) => CompiledApi) {
    this.#router = router;
    this.#compile = compile;
    this.#rules = [...router.resources].flatMap(([type, { resource }]) =>
      [...resource.visible].map(([field, isVisible]) => ({ type, field, isVisible })),
    );
    this.isOne = this.#rules.length === 0;
    const api = compile(router);
    this.#whole = { key: "", api, whole: api, table, router: asRouter(router), operationOf: (operation) => operation };
  }

  /** Whether an operation may be hidden from some callers. */
  canHide({ info, resource }: OperationSpec): boolean {
    return info.relationship !== undefined && resource.visible.has(info.relationship);
  }

  of(ctx: object): View {
    if (this.isOne) return this.#whole;
    return this.#without(this.#rules.filter((rule) => !isShown(rule, ctx)));
  }

  /** The view of an unknown caller: every field that may be hidden is hidden. */
  get least(): View {
    return this.isOne ? this.#whole : this.#without(this.#rules);
  }

  #without(rules: readonly Rule[]): View {
    if (rules.length === 0) return this.#whole;
    const key = JSON.stringify(rules.map(({ type, field }) => [type, field]));
    let view = this.#views.get(key);
    if (view === undefined) {
      const hidden = new Map<string, Set<string>>();
      for (const { type, field } of rules) hidden.set(type, (hidden.get(type) ?? new Set()).add(field));
      const { router, operations } = hideFields(this.#router, hidden);
      const operationOf = (operation: OperationSpec) => operations.get(operation);
      const table = new RouteTable(router);
      const api = this.#compile(router);
      view = { key, api, whole: this.#whole.api, table, router: asRouter(router), operationOf };
      if (this.#views.size >= MAX_VIEWS) this.#views.clear();
      this.#views.set(key, view);
    }
    return view;
  }
}

function asRouter(spec: RouterSpec): object {
  const router = {};
  keepRouterSpec(router, spec);
  return router;
}

/** Calls `visible`. */
function isShown({ type, field, isVisible }: Rule, ctx: object): boolean {
  const result: unknown = isVisible({ ctx });
  if (typeof result === "boolean") return result;
  throw wrongResult(`t.resource("${type}"): visible.${field}`, "true or false", result);
}

/** Fields by type. */
export type Hidden = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Removes fields from the resources of a router, and the options that refer to them from its operations. The result is as
 * if the fields had never been declared, so no response can reveal them.
 *
 * @returns The router, and each declared operation's new version. Operations of a hidden relationship are missing.
 */
function hideFields({ resources, actions, middleware, atomic }: RouterSpec, hidden: Hidden) {
  const specs = new Map(
    [...resources].map(([type, { resource }]) => [type, reduceResource(resource, hidden.get(type))]),
  );
  // Whether a name such as `author__salary__above` refers to a hidden field.
  const isHidden = (name: string, first: readonly string[]) =>
    fieldsOn(name, first, (type) => resources.get(type)?.resource, false)
      .flat()
      .some(([{ type }, field]) => hidden.get(type)?.has(field));
  // A path through a relationship to several types is left if one of them still has it.
  const isPath = (path: string, first: readonly string[]) =>
    fieldsOn(path, first, (type) => specs.get(type), true)
      .at(-1)
      ?.some(([{ relationships }, field]) => relationships.has(field)) === true;
  const reduceOperation = (operation: OperationSpec, resource: ResourceSpec): OperationSpec => ({
    ...operation,
    resource,
    options: reduceOptions(operation, isHidden, isPath),
  });
  const operations = new Map<OperationSpec, OperationSpec>();
  const reduced = new Map<string, RoutesSpec>();
  for (const [type, routes] of resources) {
    const resource = specs.get(type) ?? routes.resource;
    for (const operation of routes.operations) {
      const { relationship } = operation.info;
      if (relationship !== undefined && hidden.get(type)?.has(relationship)) continue;
      operations.set(operation, reduceOperation(operation, resource));
    }
    const left = routes.operations.flatMap((operation) => operations.get(operation) ?? []);
    reduced.set(type, new RoutesSpec(resource, left));
  }
  for (const action of actions) operations.set(action, reduceOperation(action, action.resource));
  const leftActions = actions.flatMap((action) => operations.get(action) ?? []);
  const router: RouterSpec = { resources: reduced, actions: leftActions, middleware, atomic };
  return { router, operations };
}

function reduceResource(resource: ResourceSpec, hidden: ReadonlySet<string> | undefined): ResourceSpec {
  if (hidden === undefined) return resource;
  const names = (fields: ReadonlySet<string>) => new Set([...fields].filter((name) => !hidden.has(name)));
  return {
    ...resource,
    attributes: new Map([...resource.attributes].filter(([name]) => !hidden.has(name))),
    relationships: new Map([...resource.relationships].filter(([name]) => !hidden.has(name))),
    createFields: names(resource.createFields),
    editFields: names(resource.editFields),
    writeOnly: names(resource.writeOnly),
  };
}

type TestName = (name: string, first: readonly string[]) => boolean;

function reduceOptions(operation: OperationSpec, isHidden: TestName, isPath: TestName): DeclaredOptions {
  const { options } = operation;
  const types = queriedTypes(operation);
  const isLeft = (name: string) => !isHidden(name, types);
  const leftOf = <T>(record: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => isLeft(name)));
  return {
    ...options,
    ...(options.include && { include: withPrefixes(options.include).filter((path) => isPath(path, types)) }),
    ...(options.filter && { filter: leftOf(options.filter) }),
    ...(options.sort && { sort: reduceSort(options.sort, isLeft, leftOf) }),
  };
}

function reduceSort(
  sort: SortDeclaration,
  isLeft: (name: string) => boolean,
  leftOf: <T>(record: Readonly<Record<string, T>>) => Record<string, T>,
): SortDeclaration {
  if (Array.isArray(sort)) return sort.filter(isLeft);
  return "_zod" in sort ? sort : leftOf(sort as Readonly<Record<string, true>>); // neither a list nor a schema
}
