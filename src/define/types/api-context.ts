import type { DeclaredError } from "../errors.js";
import type { Guarded } from "./options.js";

/** What actions read of a resource, or of the API. */
export interface ApiContext<in out TBase, in out TContext, in out TError extends DeclaredError> {
  readonly "~base": TBase;
  readonly "~context": TContext;
  readonly "~error": TError;
  readonly "~name": "";
  readonly "~id": never;
  readonly "~guarded": Guarded<TBase>;
}

/** Any {@link ApiContext}, or the context of a resource. */
export type AnyApiContext = {
  // biome-ignore lint/suspicious/noExplicitAny: only members are read
  readonly [K in keyof ApiContext<any, any, any>]: any;
};
