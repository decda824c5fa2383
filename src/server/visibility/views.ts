import type { OperationSpec } from "../../define/model/operation.js";
import type { RouterSpec } from "../../define/model/router.js";
import type { IsVisible } from "../../define/types/visibility.js";
import type { CompiledApi } from "../compiled-api.js";
import { dropped } from "../../schema/dropped.js";
import { hideFields } from "./hide-fields.js";
import { RouteTable } from "../router.js";

/** An API as one caller sees it: what is hidden from them is not declared in it. */
export interface View {
  readonly api: CompiledApi;
  readonly table: RouteTable;
  /** The API as it is declared. */
  readonly whole: CompiledApi;
  /** What a declared operation is here; undefined where it is of a hidden relationship. */
  readonly operationOf: (operation: OperationSpec) => OperationSpec | undefined;
}

interface Rule {
  readonly type: string;
  readonly field: string;
  readonly isVisible: IsVisible<object>;
}

const KEPT_VIEWS = 64;

/** The views of an API, one for each set of fields that is hidden from somebody, compiled when somebody comes. */
export class Views {
  readonly #rules: readonly Rule[];
  readonly #router: RouterSpec;
  readonly #compile: (router: RouterSpec) => CompiledApi;
  readonly #whole: View;
  readonly #known = new Map<string, View>();

  constructor(router: RouterSpec, table: RouteTable, compile: (router: RouterSpec) => CompiledApi) {
    this.#router = router;
    this.#compile = compile;
    this.#rules = [...router.resources].flatMap(([type, { resource }]) =>
      [...resource.visible].map(([field, isVisible]) => ({ type, field, isVisible })),
    );
    const api = compile(router);
    this.#whole = { api, whole: api, table, operationOf: (operation) => operation };
  }

  /** Whether everybody sees the same. */
  get isOne(): boolean {
    return this.#rules.length === 0;
  }

  /** Whether some may not know that an operation is there. */
  canHide({ info, resource }: OperationSpec): boolean {
    return info.relationship !== undefined && resource.visible.has(info.relationship);
  }

  /** What a caller sees. */
  of(ctx: object): View {
    if (this.isOne) return this.#whole;
    return this.#without(this.#rules.filter((rule) => !ask(rule, ctx)));
  }

  /** What somebody sees of whom nothing is known. */
  get least(): View {
    return this.isOne ? this.#whole : this.#without(this.#rules);
  }

  #without(rules: readonly Rule[]): View {
    if (rules.length === 0) return this.#whole;
    const key = JSON.stringify(rules.map(({ type, field }) => [type, field]));
    let view = this.#known.get(key);
    if (view === undefined) {
      const hidden = new Map<string, Set<string>>();
      for (const { type, field } of rules) hidden.set(type, (hidden.get(type) ?? new Set()).add(field));
      const { router, operations } = hideFields(this.#router, hidden);
      const operationOf = (operation: OperationSpec) => operations.get(operation);
      const table = new RouteTable(router.resources);
      view = { api: this.#compile(router), whole: this.#whole.api, table, operationOf };
      if (this.#known.size >= KEPT_VIEWS) this.#known.clear();
      this.#known.set(key, view);
    }
    return view;
  }
}

/** A promise, above all, is no answer: it would show everything to everybody. */
function ask({ type, field, isVisible }: Rule, ctx: object): boolean {
  const answer: unknown = isVisible({ ctx });
  if (typeof answer === "boolean") return answer;
  dropped(answer);
  throw new TypeError(
    `t.resource("${type}"): visible.${field} must return true or false; it returned ${typeof answer}.`,
  );
}
