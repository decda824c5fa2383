import { OPERATIONS } from "../../wire/operations.js";
import { listNames } from "./names.js";
import type { OperationSpec } from "./operation.js";
import { operationsOf, type RouterSpec } from "./router.js";
import { joinSegments } from "../../wire/include-path.js";

/** The URL of an operation below the mount point. Its segments contain `:id` for the id. */
export interface UrlPattern {
  /** The URL name, such as `articles__item`. */
  readonly name: string;
  readonly segments: readonly string[];
}

export function urlPattern({ info }: OperationSpec): UrlPattern {
  const { type, kind, relationship, action = "", place } = info;
  switch (OPERATIONS[info.kind].target) {
    case "collection":
      return { name: joinSegments(type, "collection"), segments: [type] };
    case "item":
      return { name: joinSegments(type, "item"), segments: [type, ":id"] };
    case "related":
      return { name: joinSegments(type, relationship, "related"), segments: [type, ":id", `${relationship}`] };
    case "action":
      switch (place) {
        case "api":
          return { name: joinSegments(kind, action), segments: [action] };
        case "collection":
          return { name: joinSegments(type, "collection", kind, action), segments: [type, action] };
        default:
          return { name: joinSegments(type, kind, action), segments: [type, ":id", action] };
      }
    case "relationship":
      return {
        name: joinSegments(type, relationship, "relationship"),
        segments: [type, ":id", "relationship", `${relationship}`],
      };
  }
}

/** The URL patterns of a router by name. */
export function urlPatterns(router: RouterSpec): ReadonlyMap<string, UrlPattern> {
  const patterns = operationsOf(router).map(urlPattern);
  return new Map(patterns.map((pattern) => [pattern.name, pattern]));
}

/** The path for a URL name and an id. */
export function urlPath(
  patterns: ReadonlyMap<string, UrlPattern>,
  name: string,
  parameters: { readonly id: number | string } | undefined,
): string {
  const pattern = patterns.get(name);
  if (pattern === undefined)
    throw new TypeError(`api.url: no URL is called "${name}". Use ${listNames(patterns.keys())}.`);
  const segments = pattern.segments.map((segment) => {
    if (segment !== ":id") return encodeURIComponent(segment);
    if (parameters?.id === undefined) throw new TypeError(`api.url("${name}") needs { id }.`);
    return encodeURIComponent(parameters.id);
  });
  return `/${segments.join("/")}`;
}
