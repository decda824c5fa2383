import { type Subject, subjects } from "../resource-names.js";
import type { Program } from "../trestle-program.js";
import { type Asked, calls, SHOW } from "./client.js";
import { schemaModules, type Wire } from "./schemas.js";

/** What is a peer's own in a program that asks the same of all of them. */
export interface Peer {
  /** Where the peer reads values from; without it, the program has no Zod schemas. */
  readonly wire?: Wire;
  /** The module that each resource's builds on. */
  readonly context?: string;
  readonly resource: (subject: Subject) => string;
  /** The module that puts the resources of these types together, in their order. */
  readonly api: (types: readonly string[]) => string;
  /** How a client begins: its imports, and `client`. */
  readonly client: string;
  readonly asked: (subject: Subject) => Asked;
}

/** A program of as many resources as is said, with eight operations and three calls of a client each. */
export function peerProgram({ wire, context, resource, api, client, asked }: Peer): (count: number) => Program {
  return (count) => {
    const all = subjects(count);
    const files = new Map(wire && schemaModules(all, wire));
    if (context !== undefined) files.set("context.ts", context);
    for (const subject of all) files.set(`${subject.self.type}.ts`, resource(subject));
    files.set("api.ts", api(all.map(({ self }) => self.type)));
    files.set("client.ts", `${client}${SHOW}\n${all.map((subject) => calls(subject, asked(subject))).join("")}`);
    return files;
  };
}

/** Imports what each resource's module exports under the resource's type. */
export function importEach(types: readonly string[]): string {
  return types.map((type) => `import { ${type} } from "./${type}.js";\n`).join("");
}
