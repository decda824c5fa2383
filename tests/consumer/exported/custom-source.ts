import {
  CursorCodec,
  makeSource,
  Registry,
  resourceSpec,
  sourceTestResources,
  sourceTestRows,
  sourceTests,
  Violation,
} from "trestle/source";
import { articles } from "./declared.js";

export const registry = new Registry();
export const cursors = new CursorCodec(undefined);
export const spec = resourceSpec(articles);
export const make = makeSource;
export const violation = new Violation("unique", ["name"], undefined);
export const tests = sourceTests;
export const testRows = sourceTestRows;
export const testResources = sourceTestResources;
