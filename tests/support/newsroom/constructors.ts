import { respond, toMany } from "trestle";
import { z } from "zod";
import { t } from "./trestle.js";

/** Names that every JavaScript object already has. */
export const constructors = t.resource("constructor", {
  id: z.string(),
  attributes: { constructor: z.string(), toString: z.string(), hasOwnProperty: z.string().optional() },
  relationships: { valueOf: toMany("constructor", { id: z.string() }) },
  createFields: ["constructor", "toString", "valueOf"],
  editFields: ["constructor", "toString"],
});

const row = (id: string, inner?: object) => ({
  id,
  constructor: `${id} constructor`,
  toString: `${id} toString` as unknown as string & (() => string), // the row's own member, not the inherited one
  valueOf: (inner === undefined ? [] : [inner]) as never, // likewise
});

const list = constructors.getMany(
  { include: ["valueOf"], filter: { constructor: z.string().optional() }, sort: ["constructor", "toString"] },
  (args) => {
    args.ctx.store.record("constructor.getMany", args);
    return respond([row("hasOwnProperty", row("isPrototypeOf"))] as never);
  },
);
const get = constructors.getOne(({ id }) => row(id) as never);
const create = constructors.createOne((args) => {
  args.ctx.store.record("constructor.createOne", args);
  return row("made") as never;
});
const edit = constructors.editOne((args) => {
  args.ctx.store.record("constructor.editOne", args);
  return row(args.id) as never;
});

export const constructorRoutes = constructors.routes(list, get, create, edit);
