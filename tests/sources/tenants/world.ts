import { cursorPage, NotFound, type Transaction, trestle } from "trestle";
import { fetchHandler } from "trestle/fetch";
import { type SourceTestContext, sourceTestResources, type SourceTestBed } from "trestle/source";
import { z } from "zod";
import type { sources as typedSources } from "../drizzle-bed.js";

const { authors, posts, tags, comments } = sourceTestResources;
const errors = [NotFound];
const t = trestle<SourceTestContext>();
const list = {
  filter: {
    title__contains: z.string().optional(),
    author__name__contains: z.string().optional(),
    tags__label__contains: z.string().optional(),
    parent__title__contains: z.string().optional(),
    replies__title__contains: z.string().optional(),
    tag: z.string().optional(),
    parent__isnull: z.boolean().optional(),
    views__gt: z.bigint().optional(),
    tags__none: z.array(z.string()).optional(),
    tags__all: z.array(z.string()).optional(),
    tags__none__label__contains: z.string().optional(),
    tags__count: z.int().optional(),
    replies__none__title__contains: z.string().optional(),
    replies__count__gte: z.int().optional(),
  },
  alternatives: 3,
  sort: ["title", "author__name", "parent__title", "tags__count", "replies__count"],
  include: ["author__posts", "parent__author", "replies__tags", "tags__posts", "comments"],
  page: cursorPage({ size: 30 }),
} as const;
const include = list.include;
const asked = { filter: list.filter, sort: list.sort, page: list.page, included: true } as const;
const askedTags = {
  filter: { label__contains: z.string().optional() },
  sort: ["label"],
  page: list.page,
  included: true,
} as const;

export type Handle = (request: Request) => Promise<Response>;

/** The API of a bed, with every operation. The header `x-tenant` is the caller's tenant. */
export function serveBed(bed: SourceTestBed, transaction: Transaction<SourceTestContext>): Handle {
  const sources = bed.sources as typeof typedSources; // the sources of all beds take and return the same
  const routes = {
    posts: posts.routes(
      posts.getMany(list, sources.posts.getMany),
      posts.getOne({ include, errors }, sources.posts.getOne),
      posts.createOne({ include, errors }, sources.posts.createOne),
      posts.editOne({ include, errors }, sources.posts.editOne),
      posts.deleteOne({ errors }, sources.posts.deleteOne),
      posts.getRelated("author", { include: ["posts"] }, sources.posts.getRelated("author")),
      posts.getRelated("replies", { ...asked, include: ["author"] }, sources.posts.getRelated("replies")),
      posts.getRelated("tags", { ...askedTags, include: ["posts"] }, sources.posts.getRelated("tags")),
      posts.editRelationship("author", sources.posts.editRelationship("author")),
      posts.addToRelationship("tags", sources.posts.addToRelationship("tags")),
      posts.resetRelationship("tags", sources.posts.resetRelationship("tags")),
      posts.removeFromRelationship("tags", sources.posts.removeFromRelationship("tags")),
      posts.addToRelationship("replies", sources.posts.addToRelationship("replies")),
      posts.resetRelationship("replies", sources.posts.resetRelationship("replies")),
    ),
    authors: authors.routes(
      authors.getMany({ include: ["posts__tags"] }, sources.authors.getMany),
      authors.getOne({ include: ["posts"] }, sources.authors.getOne),
      authors.createOne(sources.authors.createOne),
      authors.editOne(sources.authors.editOne),
      authors.deleteOne({ errors }, sources.authors.deleteOne),
      authors.getRelated("posts", asked, sources.authors.getRelated("posts")),
    ),
    tags: tags.routes(
      tags.getMany({ include: ["posts__author"] }, sources.tags.getMany),
      tags.getRelated("posts", sources.tags.getRelated("posts")),
    ),
    comments: comments.routes(),
  };
  const api = t.router(routes, { transaction });
  const context = t.context((request: Request) => bed.ctx(Number(request.headers.get("x-tenant"))));
  return fetchHandler(api, { context, plain: true, onError: () => {} } as never);
}
