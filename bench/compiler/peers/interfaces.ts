import type { Subject } from "../resource-names.js";
import { declaredClient } from "./declared-client.js";
import { peerProgram } from "./peer-program.js";

function resource({ self, owner, item }: Subject): string {
  return `import type { Attributes as Owner } from "./${owner.type}.js";
import type { Attributes as Item } from "./${item.type}.js";

export interface Attributes {
  id: number;
  ${self.title}: string;
  ${self.body}: string | null;
  ${self.status}: "draft" | "live" | "gone";
  ${self.rank}?: number;
  ${self.flagged}: boolean;
  ${self.created}: Date;
}
export interface Output extends Attributes {
  ${self.owner}: Owner | { id: number };
  ${self.items}: (Item | { id: number })[];
}
type Field = "${self.title}" | "${self.body}" | "${self.status}" | "${self.rank}" | "${self.flagged}" | "${self.created}" | "${self.owner}" | "${self.items}";
export interface GetQuery {
  include?: ("${self.owner}" | "${self.owner}__${owner.items}")[];
  fields?: Field[];
}
export interface ListQuery {
  ${self.title}__contains?: string;
  ${self.status}?: "draft" | "live" | "gone";
  ${self.rank}__gte?: number;
  sort?: ("${self.title}" | "-${self.title}" | "${self.created}" | "-${self.created}")[];
  offset?: number;
  limit?: number;
  include?: ("${self.owner}" | "${self.items}")[];
  fields?: Field[];
  ${self.locale}?: string;
}
export interface ItemsQuery {
  sort?: ("${item.title}" | "-${item.title}")[];
  offset?: number;
  limit?: number;
}
export interface CreateInput {
  ${self.title}: string;
  ${self.body}: string | null;
  ${self.status}: "draft" | "live" | "gone";
  ${self.rank}?: number;
  ${self.flagged}?: boolean;
  ${self.owner}: number;
  ${self.items}?: number[];
}
export interface EditInput {
  ${self.title}?: string;
  ${self.body}?: string | null;
  ${self.status}?: "draft" | "live" | "gone";
  ${self.owner}?: number;
}
export interface Operations {
  getOne(id: number, query: GetQuery): Promise<Output>;
  getMany(query: ListQuery): Promise<{ data: Output[]; total: number }>;
  createOne(input: CreateInput): Promise<Output>;
  editOne(id: number, input: EditInput): Promise<Output>;
  deleteOne(id: number): Promise<void>;
  getItems(id: number, query: ItemsQuery): Promise<{ data: Item[]; total: number }>;
  setOwner(id: number, related: number): Promise<void>;
  publish(id: number): Promise<{ id: number; url: string }>;
}
`;
}

/** Types by hand, which nothing checks at run time: as cheap as it can be. */
export const interfacesProgram = peerProgram({ resource, ...declaredClient });
