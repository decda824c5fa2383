import { client } from "./try.js";

await client.articles
  .list()
  .filter({ tags__name__in: ["databases", "http"] })
  .include("author", "comments", "tags")
  .fields({
    articles: ["title", "author", "comments", "tags"],
    users: ["name"],
    comments: ["text"],
    tags: ["name"],
  })
  .sort("-created")
  .page({ limit: 2 });

await (
  await client.articles.related(1, "comments").sort("created_at")
).getNext();
