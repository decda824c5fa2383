import type { Subject } from "../resource-names.js";
import { declaredClient } from "./declared-client.js";
import { peerProgram } from "./peer-program.js";

function resource({ self: { type } }: Subject): string {
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

/** The schemas that the peers are given, their types inferred and called by a client: no framework at all. */
export const zodProgram = peerProgram({ wire: "json", resource, ...declaredClient });
