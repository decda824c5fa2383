import { memoryData } from "trestle/memory";
import { sourceTests } from "trestle/source";
import { articles } from "./api.js";

// `trestle/drizzle` is in drizzle.ts.
const data = memoryData();
export const articleSource = data.source(articles, { relationships: {} });
export const runSourceTests = sourceTests;
export const getArticleFromSource = articles.getOne({ include: ["author"] }, articleSource.getOne);
