import type { KeyUsage } from "../../define/types/endpoint.js";
import type { NotAllowed } from "../../define/types/not-allowed.js";
import type { KeyOptions } from "../send/options.js";

/** What a call may say about its key, by what the operation declares. */
export interface KeyOptionsFor extends Readonly<Record<KeyUsage, unknown>> {
  readonly none: {
    readonly key?: NotAllowed<"this operation is not idempotent, so a key has no effect. Declare idempotent: true.">;
    readonly retry?: NotAllowed<"this operation is not idempotent: a retry could do it twice. Declare idempotent: true.">;
  };
  readonly optional: KeyOptions;
  readonly required: KeyOptions & ({ readonly key: string } | { readonly retry: number });
}

/** The arguments behind the input of a write. They are not optional where a key is required. */
export interface KeyedOptions<TOptions> extends Readonly<Record<KeyUsage, readonly unknown[]>> {
  readonly none: [options?: TOptions & KeyOptionsFor["none"]];
  readonly optional: [options?: TOptions & KeyOptionsFor["optional"]];
  readonly required: [options: TOptions & KeyOptionsFor["required"]];
}
