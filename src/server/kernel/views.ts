import type { OperationSpec } from "../../define/model/operation.js";
import { keepRouterSpec, type RouterSpec } from "../../define/model/router.js";
import type { IsVisible } from "../../define/model/resource.js";
import type { CompiledApi } from "../compiled-api.js";
import { hideFields } from "./hide-fields.js";
import { RouteTable } from "../router.js";
import { wrongResult } from "../wrong-result.js";

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

  /** The view of a caller. */
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
