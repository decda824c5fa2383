import { joinSegments } from "../wire/include-path.js";
import { type ApiError, Conflict, NotFound, UnprocessableContent } from "../define/errors.js";
import type { ResourceSpec } from "../define/model/resource.js";
import type { Violation } from "./violation.js";

/** The app's own words for violations, by the constraint's name, or by its fields joined with `__`. */
export interface ViolationTexts {
  readonly [rule: string]: string | ((violation: Violation) => ApiError);
}

/** The error that the client gets for a violation. It points at the first field that the resource declares. */
export function violationError(spec: ResourceSpec, violation: Violation, texts: ViolationTexts): ApiError {
  const fields = violation.fields.filter((name) => spec.attributes.has(name) || spec.relationships.has(name));
  const own = texts[violation.constraint ?? ""] ?? texts[joinSegments(...fields)];
  if (typeof own === "function") return own(violation);
  const [field] = fields;
  const options = { cause: violation, ...(field !== undefined && { field }) };
  const names = fields.map((name) => `"${name}"`).join(" and ") || "a value";
  switch (violation.kind) {
    case "unique":
    case "exclusion":
      return new Conflict(own ?? `Another resource of "${spec.type}" has the same ${names}.`, options);
    case "missing":
      return new NotFound(own ?? `The resource that ${names} refers to does not exist.`, options);
    case "referenced":
      return new Conflict(own ?? "Other resources still refer to this one.", { cause: violation });
    case "required":
      return new UnprocessableContent(own ?? `${names} must not be null.`, options);
    case "unfit":
      return new UnprocessableContent(own ?? `${names} cannot be stored: it is too long or out of range.`, options);
    case "check": {
      const rule = violation.constraint === undefined ? "" : ` "${violation.constraint}"`;
      return new UnprocessableContent(own ?? `The value breaks the rule${rule} of the database.`, options);
    }
  }
}
