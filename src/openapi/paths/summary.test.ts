import { expect, test } from "vitest";
import { z } from "zod";
import { toMany, toOne } from "../../define/api/relationship.js";
import { trestle } from "../../define/api/trestle.js";
import { openapi } from "../openapi.js";

test("each operation has a summary", () => {
  const t = trestle();
  const users = t.resource("users", {
    id: z.int(),
    attributes: {},
    relationships: { boss: toOne("users").nullable(), friends: toMany("users") },
  });
  const user = { id: 1, boss: null, friends: [] };
  const api = t.router({
    users: users.routes(
      users.getOne(() => user),
      users.getMany(() => [user]),
      users.createOne(() => user),
      users.editOne(() => user),
      users.deleteOne(() => {}),
      users.getRelated("boss", () => null),
      users.getRelated("friends", () => []),
      users.editRelationship("boss", () => {}),
      users.addToRelationship("friends", () => {}),
      users.removeFromRelationship("friends", () => {}),
      users.resetRelationship("friends", () => {}),
      users.rpc("greet", () => new Response()),
    ),
  });
  const { paths } = openapi(api, { info: { title: "Users", version: "1" } });
  const summaries = Object.values(paths ?? {}).flatMap((item) =>
    Object.values(item ?? {}).map((operation) => (operation as { readonly summary?: string }).summary),
  );

  expect(summaries.sort()).toEqual([
    "Add one to the users",
    "Add to the friends of one of the users",
    'Call "greet" on one of the users',
    "Delete one of the users",
    "Edit one of the users",
    "Get one of the users",
    "Get the boss of one of the users",
    "Get the id of the boss of one of the users",
    "Get the ids of the friends of one of the users",
    "List the friends of one of the users",
    "List users",
    "Remove from the friends of one of the users",
    "Replace the friends of one of the users",
    "Set the boss of one of the users",
  ]);
});
