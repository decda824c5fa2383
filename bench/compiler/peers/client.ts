import type { Subject } from "../resource-names.js";

/** Stands at the start of each generated client. */
export const SHOW =
  "declare function show(...values: readonly (string | number | boolean | null | undefined | object)[]): void;\n";

/** What a client reads of its three answers. */
export interface Asked {
  /** An expression for the requested resource. */
  readonly get: string;
  /** One for the members of a list. */
  readonly list: string;
  /** One for what was created. */
  readonly create: string;
}

/** Three calls, and what is read of their answers. */
export function calls({ self }: Subject, { get, list, create }: Asked): string {
  return `{
  const one = ${get};
  show(one.${self.title}, one.${self.created}, one.${self.owner}.id);
  const page = ${list};
  show(page.length, page[0]?.${self.title}, page[0]?.${self.owner}.id);
  const made = ${create};
  show(made.id, made.${self.rank}, made.${self.owner}.id);
}
`;
}

/** The arguments of a list, as one object's members. */
export function listArguments({ self }: Subject, int: (value: number) => string = String): string {
  return `${self.title}__contains: "x", ${self.status}: "live", sort: ["-${self.created}"], include: ["${self.owner}"], fields: ["${self.title}", "${self.owner}"], offset: ${int(0)}, limit: ${int(10)}`;
}

export function createArguments({ self }: Subject): string {
  return `${self.title}: "", ${self.body}: null, ${self.status}: "draft", ${self.owner}: 1`;
}
