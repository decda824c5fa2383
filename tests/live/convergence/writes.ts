import type { Client } from "trestle/client";
import type { SharedApi } from "./api.js";
import type { Dice } from "./dice.js";

export type Write = (client: Client<SharedApi>) => Promise<unknown>;

/** One write for each row that every round begins with. Each changes what no other of them changes. */
export function lastWrites(): Write[] {
  const ids = [1, 2, 3];
  return [...ids, 4, 5, 6]
    .map(
      (id): Write =>
        ({ articles }) =>
          articles.update(id, { title: `last ${id}` }),
    )
    .concat(
      ids.map(
        (id) =>
          ({ users }) =>
            users.update(id, { name: `last ${id}` }),
      ),
    )
    .concat(
      ids.map(
        (id) =>
          ({ tags }) =>
            tags.update(id, { label: `last ${id}` }),
      ),
    );
}

/** A random write. It may fail: its resource may be gone, or the connection may break. */
export function write(client: Client<SharedApi>, dice: Dice): Promise<unknown> {
  const id = dice.upTo(7);
  const author = dice.chance(0.2) ? null : dice.upTo(3);
  const tag = dice.upTo(3);
  const rank = dice.upTo(9);
  const title = `title ${dice.upTo(1000)}`;
  const { articles, users, tags } = client;
  switch (dice.upTo(15)) {
    case 1:
    case 2:
      return articles.create({ title, rank, author, tags: [tag] });
    case 3:
      return articles.create({ title, author: null });
    case 4:
      return articles.update(id, { title });
    case 5:
      return articles.update(id, { rank });
    case 6:
      return articles.update(id, { author, title });
    case 7:
      return articles.delete(id);
    case 8:
      return articles.relationship(id, "author").set(author as number); // the types of a nullable to-one take null in a body alone
    case 9:
      return articles.relationship(id, "tags").add([tag]);
    case 10:
      return articles.relationship(id, "tags").remove([tag]);
    case 11:
      return dice.chance(0.5) ? articles.relationship(id, "tags").reset([tag]) : tags.update(tag, { label: title });
    case 12:
      return dice.chance(0.5) ? users.update(dice.upTo(3), { name: title }) : users.create({ name: title });
    case 14: {
      const written = users.relationship(dice.upTo(3), "articles");
      return dice.chance(0.7) ? written.add([id]) : written.reset([id, dice.upTo(7)]);
    }
    case 13:
      if (dice.chance(0.2)) return articles.command.refuse({ title });
      return dice.chance(0.7) ? articles.command.promote(id, { rank }) : articles.command.retitle({ title });
    default:
      return client.atomic((tx) => {
        tx.articles.update(id, { rank });
        tx.articles.create({ title, author });
      });
  }
}
