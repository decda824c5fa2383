import type { Shape } from "./endpoint.js";
import type { AnyErrorClass } from "../errors.js";
import type { AddOf, MiddlewareError } from "./context.js";
import type { AnyListOptions } from "./options.js";
import type { LinkedPage } from "./page.js";
import type { SortDeclaration } from "./sort.js";
import type { AnyApiContext } from "./resource-context.js";

// Each type reads one option, or its default. The conditions compare `O` with an interface, because reading an optional member
// costs more: see docs/evidence/type-cost.md

interface Included {
  readonly include: readonly string[];
}
interface Full {
  readonly sparse: false;
}
interface Filtered {
  readonly filter: Shape;
}
interface Sorted {
  readonly sort: SortDeclaration;
}
export interface Paged {
  readonly page: LinkedPage;
}
interface WithExtra {
  readonly extra: Shape;
}
interface OwnGuard {
  readonly middleware: readonly unknown[];
}
interface Failing {
  readonly errors: readonly AnyErrorClass[];
}

// The first branch is for mutable lists: see docs/evidence/type-cost.md

/** `IncludeOf<{ include: ["a", "b"] }>` is `"a" | "b"`. */
export type IncludeOf<O> = O extends { readonly include: (infer TPath extends string)[] }
  ? TPath
  : O extends Included
    ? O["include"][number]
    : never;
export type SparseOf<O> = O extends Full ? false : true;
export type FilterOf<O> = O extends Filtered ? O["filter"] : {};
export type SortDeclaredBy<O> = O extends Sorted ? O["sort"] : [];
export type PageDeclaredBy<O extends AnyListOptions> = unknown extends O["page"] ? undefined : O["page"];
export type ExtraOf<O> = O extends WithExtra ? O["extra"] : {};
export type AffectsOf<O> = O extends { readonly affects: readonly (infer TName extends string)[] } ? TName : never;

interface WithAlternatives {
  readonly alternatives: number;
}
export type AlternativesOf<O> = O extends WithAlternatives ? true : false;

interface ForIncludes {
  readonly included: true;
}
export type IncludedOf<O> = O extends ForIncludes ? true : false;

interface Idempotent {
  readonly idempotent: true | "required";
}
interface KeyRequired {
  readonly idempotent: "required";
}

/** `KeyOf<{ idempotent: true }>` is `"optional"`. */
export type KeyOf<O> = O extends Idempotent ? (O extends KeyRequired ? "required" : "optional") : "none";

interface MayBeGuarded {
  readonly middleware?: unknown;
}

/** The context of a handler. The middleware of an operation replaces that of its resource. */
export type HandlerContext<S extends AnyApiContext, O extends MayBeGuarded> = O extends OwnGuard
  ? S["~base"] & AddOf<O["middleware"]>
  : S["~context"];

/**
 * The errors of an operation. The union is written in a branch, because an alias would put the API's context, and with it the
 * server's types, into the declarations that a client reads.
 */
export type ErrorOf<S extends AnyApiContext, O> = O extends OwnGuard
  ? ErrorIn<O> | MiddlewareError<O["middleware"]>
  : O extends Failing
    ? O["errors"][number]["~error"] | S["~error"]
    : S["~error"];

type ErrorIn<O> = O extends Failing ? O["errors"][number]["~error"] : never;
