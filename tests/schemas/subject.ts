import { DescribedJson } from "./described-json.js";
import type { Subject } from "./check.js";
import { build } from "./recipe.js";
import { Served } from "./serve.js";

/** A schema that cannot be served or described, and what was thrown. */
export interface Unserved {
  readonly code: string;
  readonly what: string;
  readonly thrown: unknown;
}

export interface Subjects {
  readonly served: readonly (Subject & { readonly code: string })[];
  readonly unserved: readonly Unserved[];
}

/** Serves schemas together in one API. Where that fails, each alone, to find out which one it is. */
export function subjects(codes: readonly string[], isDescribed = true): Subjects {
  try {
    const served = new Served(codes.map(build));
    const described = isDescribed ? new DescribedJson(served.document()) : undefined;
    for (const index of codes.keys()) {
      described?.problems(index, "request", {});
      described?.problems(index, "response", {});
    }
    return {
      served: codes.map((code, index) => ({ code, served, index, schema: build(withFreshCatches(code)), described })),
      unserved: [],
    };
  } catch (thrown) {
    if (codes.length > 1) return merged(codes.map((code) => subjects([code], isDescribed)));
    const [code = ""] = codes;
    const undescribed = isDescribed ? subjects(codes, false) : undefined;
    if (undescribed === undefined || undescribed.unserved.length > 0)
      return { served: [], unserved: [{ code, what: "it cannot be served", thrown }] };
    return { served: undescribed.served, unserved: [{ code, what: "OpenAPI cannot describe it", thrown }] };
  }
}

/** Trestle copies what `.catch()` gives, so that no two values share it. Zod gives one object each time. */
function withFreshCatches(code: string): string {
  return code.replace(/\.catch\((new Date\(\d+\)|\{[^()]*\})\)/g, ".catch(() => ($1))");
}

function merged(all: readonly Subjects[]): Subjects {
  return { served: all.flatMap(({ served }) => served), unserved: all.flatMap(({ unserved }) => unserved) };
}
