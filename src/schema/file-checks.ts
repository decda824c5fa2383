import { z } from "zod";
import type { SchemaNode } from "./node.js";
import { schemaNode } from "./schema-node.js";

type Issues = readonly z.core.$ZodIssue[];

/** The checks that need not wait for the end of a form. They return the issues that stay, however much follows. */
export interface EarlyChecks {
  /** @param size The number of bytes that have arrived. */
  readonly file: (name: string, type: string, size: number) => Issues;
  /** @param count The number of files that have begun. */
  readonly list: (count: number) => Issues;
}

/**
 * Compiles the early checks of a member that takes a file or a list of files. They run Zod's own checks, so that the issues
 * are those that Zod would report in the end.
 */
export function earlyChecks(member: z.core.$ZodType): EarlyChecks {
  const ofFile = checksOf(find(member, "unsupported"));
  const ofList = checksOf(find(member, "array"));
  return {
    file: (name, type, size) => {
      if (ofFile.length === 0) return [];
      // Zod only accepts a real File. This one has the size so far.
      return issuesOf(ofFile, Object.defineProperty(new File([], name, { type }), "size", { value: size }));
    },
    list: (count) => (ofList.length === 0 ? [] : issuesOf(ofList, new Array(count))),
  };
}

/** The node inside wrappers and lists. Undefined behind a `catch`, which accepts every value. */
function find(member: z.core.$ZodType, kind: SchemaNode["kind"]): SchemaNode | undefined {
  let node = schemaNode(member, "input");
  while (node.kind !== kind) {
    if (node.kind === "catch") return undefined;
    if (node.kind === "array") node = node.element;
    else if ("inner" in node) node = node.inner;
    else return undefined;
  }
  return node;
}

/** Reports an issue if more bytes, or more files, cannot make the value valid. */
type Check = (payload: z.core.ParsePayload) => void;

function checksOf(node: SchemaNode | undefined): readonly Check[] {
  const checks = (node?.schema._zod.def.checks ?? []) as readonly unknown[] as readonly z.core.$ZodChecks[]; // others have other names
  const overwritten = checks.findIndex(({ _zod }) => _zod.def.check === "overwrite"); // may replace the value
  return checks.slice(0, overwritten === -1 ? undefined : overwritten).flatMap((check) => {
    const { def } = check._zod;
    const run: Check = (payload) => {
      if (def.when === undefined || def.when(payload)) void check._zod.check(payload as z.core.ParsePayload<never>); // it is of the value's kind
    };
    switch (def.check) {
      case "mime_type":
      case "max_size":
      case "max_length":
        return [run];
      case "size_equals":
        return [(payload) => (payload.value as File).size > def.size && run(payload)]; // a file has a size
      case "length_equals":
        return [(payload) => (payload.value as unknown[]).length > def.length && run(payload)]; // a list has a length
      default:
        return [];
    }
  });
}

function issuesOf(checks: readonly Check[], value: unknown): Issues {
  const payload: z.core.ParsePayload = { value, issues: [] };
  for (const check of checks) check(payload);
  return payload.issues.map((issue) => z.core.util.finalizeIssue(issue, {}, z.core.config()));
}
