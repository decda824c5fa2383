import { expect, test } from "vitest";
import { z } from "zod";
import { toMany, toOne } from "../define/api/relationship.js";
import { trestle } from "../define/api/trestle.js";
import { openapi } from "./openapi.js";

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
    'Add related ids to "users.friends"',
    'Call the action "greet" of a resource of type "users"',
    'Create a resource of type "users"',
    'Delete a resource of type "users"',
    'Edit a resource of type "users"',
    'Get a resource of type "users"',
    'Get the related id of "users.boss"',
    'Get the related ids of "users.friends"',
    'Get the related resource of "users.boss"',
    'Get the related resources of "users.friends"',
    'List resources of type "users"',
    'Remove related ids from "users.friends"',
    'Replace the related ids of "users.friends"',
    'Set the related id of "users.boss"',
  ]);
});
