import { type Subject, subjects } from "../resource-names.js";
import type { Program } from "../trestle-program.js";
import { calls, createArguments, listArguments, SHOW } from "./client.js";
import { schemaModules } from "./schemas.js";

/** The schemas that the peers are given, their types inferred and called by a client: no framework at all. */
export function zodProgram(count: number): Program {
  const all = subjects(count);
  return new Map([
    ...schemaModules(count, "json"),
    ...all.map(({ self: { type } }) => [`${type}.ts`, types(type)] as const),
    ["api.ts", api(all)],
    ["client.ts", CLIENT + all.map(threeCalls).join("")],
  ]);
}

function types(type: string): string {
  const names = ["getQuery", "listQuery", "itemsQuery", "createInput", "editInput", "relatedInput", "idInput"];
  const outputs = ["output", "listOutput", "itemsOutput", "publishOutput", "done"];
  const of = (kind: string) => (name: string) =>
    `export interface ${name}Type extends z.${kind}<typeof s.${name}> {}\n`;
  return `import type { z } from "zod";
import type * as s from "./${type}-schemas.js";

${names.map(of("input")).join("")}${outputs.map(of("output")).join("")}
export interface Operations {
  getOne(id: number, query: getQueryType): Promise<outputType>;
  getMany(query: listQueryType): Promise<listOutputType>;
  createOne(input: createInputType): Promise<outputType>;
  editOne(id: number, input: editInputType): Promise<outputType>;
  deleteOne(input: idInputType): Promise<doneType>;
  getItems(id: number, query: itemsQueryType): Promise<itemsOutputType>;
  setOwner(id: number, input: relatedInputType): Promise<doneType>;
  publish(input: idInputType): Promise<publishOutputType>;
}
`;
}

function api(all: readonly Subject[]): string {
  const imports = all.map(({ self: { type } }) => `import type { Operations as ${type} } from "./${type}.js";\n`);
  return `${imports.join("")}
export interface Api {
${all.map(({ self: { type } }) => `  ${type}: ${type};\n`).join("")}}
`;
}

const CLIENT = `import type { Api } from "./api.js";

declare const client: Api;
${SHOW}
`;

function threeCalls(subject: Subject): string {
  const { type, owner } = subject.self;
  return calls(subject, {
    get: `await client.${type}.getOne(1, { include: ["${owner}"] })`,
    list: `(await client.${type}.getMany({ ${listArguments(subject)} })).data`,
    create: `await client.${type}.createOne({ ${createArguments(subject)} })`,
  });
}
