import { type MemoryData, memoryData } from "trestle/memory";
import {
  allOf,
  anyOf,
  noneOf,
  type SourceTestBed,
  type SourceTestContext,
  sourceTestResources,
  sourceTestRows,
} from "trestle/source";

const { authors, posts, tags, comments, members, pins } = sourceTestResources;

function makeSources(data: MemoryData, rows: typeof sourceTestRows) {
  const scope = (ctx: SourceTestContext) => (row: { tenant: number }) => row.tenant === ctx.tenant;
  const values = ({ tenant }: SourceTestContext) => ({ tenant });
  return {
    authors: data.source(authors, {
      rows: rows.authors,
      relationships: { posts: { by: "author" } },
      scope,
      values,
      deleted: "deleted_at",
      unique: [["email"]],
    }),
    posts: data.source(posts, {
      rows: [...rows.posts, ...rows.posts.slice(0, 1).map((row) => ({ ...row, id: 99, tenant: 0 }))],
      relationships: { replies: { by: "parent" }, comments: { by: "post", limit: 2 } },
      scope,
      writable: () => (row) => !row.locked,
      values: ({ tenant }) => ({ tenant, at: new Date() }),
      filters: {
        tag: "tags",
        popular: (yes: boolean) => (row) => !yes || row.views > 100n,
        text: anyOf("title__contains", "body__contains"),
        textless: noneOf("text", "author__name__contains"),
        inside: allOf("text", noneOf("title__startswith", anyOf("body__endswith", "note__contains"))),
      },
      sorts: { length: (row) => [...row.title].length },
      unique: [["tenant", "title"]],
      violations: { tenant__title: "This title is taken." },
    }),
    tags: data.source(tags, { rows: rows.tags, relationships: { posts: { by: "tags" } }, scope }),
    comments: data.source(comments, { rows: rows.comments, scope: "none" }),
    members: data.source(members, { rows: rows.members, relationships: { pins: { by: "member" } }, scope: "none" }),
    pins: data.source(pins, { rows: rows.pins, scope: "none" }),
  };
}

export function memoryBed(rows = sourceTestRows): SourceTestBed & Pick<MemoryData, "transaction"> {
  const make = () => {
    const data = memoryData();
    return { sources: makeSources(data, rows), transaction: data.transaction };
  };
  const bed = {
    ...make(),
    ctx: (tenant: number) => ({ tenant }),
    reset: async () => {
      Object.assign(bed, make());
    },
  };
  return bed;
}
