import type pg from "pg";
import type { Inputs, KeyNeed, Need } from "./needs.js";

export interface Contender {
  readonly name: string;
  readonly title: string;
  readonly needs: { readonly [N in Exclude<Need, KeyNeed>]: (input: Inputs[N]) => Promise<unknown> } & {
    readonly [N in KeyNeed]?: (input: Inputs[N]) => Promise<unknown>;
  };
  /** The client that sends its statements, if its copy of pg is another one. */
  readonly client?: typeof pg.Client;
  /** The articles in a response, in their order. */
  articlesIn(response: unknown): Promise<readonly Article[]> | readonly Article[];
}

/** An article as every contender returns it, as far as it is compared. */
export interface Article {
  readonly id: unknown;
  readonly title: string;
  readonly body: string;
  readonly published: boolean;
  readonly created_at: Date | string;
  readonly author?: unknown;
  readonly comments?: readonly { readonly id: unknown; readonly text: string; readonly created_at: Date | string }[];
  /** Of a draft. */
  readonly remarks?: Article["comments"];
  readonly origin?: { readonly id: unknown; readonly title: string } | null;
  readonly categories?: readonly { readonly id: unknown; readonly name: string }[];
}
