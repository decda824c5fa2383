// The same declarations for every peer that takes Zod schemas.
import { z } from "zod";
import { MAX_LIMIT } from "../data.js";

const names = <const T extends readonly [string, ...string[]]>(allowed: T) =>
  z
    .string()
    .transform((text) => (text === "" ? [] : text.split(",")))
    .pipe(z.array(z.enum(allowed)));

const INCLUDES = ["author", "categories"] as const;
const FIELDS = ["title", "content", "published", "created_at", "author", "categories"] as const;
const SORTS = ["title", "-title", "created_at", "-created_at"] as const;

/** Query strings: every value arrives as a text. */
export const oneQuery = z.strictObject({ include: names(INCLUDES).optional(), fields: names(FIELDS).optional() });

export const listQuery = z.strictObject({
  titleContains: z.string().optional(),
  author: z.coerce.number().int().optional(),
  sort: z.enum(SORTS).optional(),
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(20),
  ...oneQuery.shape,
});

export const articleParams = z.object({ id: z.coerce.number().int().min(1) });

/** Inputs that arrive as JSON. */
export const oneInput = z.strictObject({
  include: z.array(z.enum(INCLUDES)).optional(),
  fields: z.array(z.enum(FIELDS)).optional(),
});

export const getInput = z.strictObject({ id: z.int().min(1), ...oneInput.shape });

export const listInput = z.strictObject({
  titleContains: z.string().optional(),
  author: z.int().optional(),
  sort: z.enum(SORTS).optional(),
  offset: z.int().min(0).default(0),
  limit: z.int().min(1).max(MAX_LIMIT).default(20),
  ...oneInput.shape,
});

export const newArticle = z.object({
  title: z.string().min(1).max(200),
  content: z.string(),
  published: z.boolean().default(false),
  author: z.int(),
  categories: z.array(z.int()).default([]),
});

const user = z.object({ id: z.int(), username: z.string(), email: z.string() });
const category = z.object({ id: z.int(), name: z.string() });

/** What is answered, where a peer checks it. */
export const articleOutput = z.object({
  id: z.int(),
  title: z.string().optional(),
  content: z.string().optional(),
  published: z.boolean().optional(),
  created_at: z.date().optional(),
  author: z.union([user, z.int()]).optional(),
  categories: z.array(z.union([category, z.int()])).optional(),
});

export const listOutput = z.object({ data: z.array(articleOutput), total: z.int() });
