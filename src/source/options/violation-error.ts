import { joinSegments } from "../../wire/include-path.js";
import {
  ApiError,
  type ApiErrorOptions,
  Conflict,
  Forbidden,
  NotFound,
  UnprocessableContent,
} from "../../define/errors.js";
import type { ResourceSpec } from "../../define/model/resource.js";
import type { Violation } from "../store/violation.js";

/**
 * The app's own words for violations, by the constraint's name, or by its fields joined with `__`. A name that the table does not declare
 * takes an object: an exclusion constraint, or the constraint that a trigger reports.
 */
export interface ViolationTexts {
  readonly [rule: string]: string | ViolationRule | ((violation: Violation) => ApiError);
}

/** What a violated constraint means. */
export interface ViolationRule {
  readonly detail: string;
  /** The field that the error points at. Default: the first one that the database names, and of a conflict the first attribute. */
  readonly field?: string;
  /** The class of the error. Default: by the kind of constraint. A trigger's is `UnprocessableContent`. */
  readonly as?: new (
    detail: string,
    options: ApiErrorOptions,
  ) => ApiError;
}

/**
 * The error for a violation. It points at the first field that the resource declares. A client cannot correct a column that it cannot
 * set: that is an error of the server.
 *
 * @param place The field that the error points at instead: the request may be about another resource.
 */
export function violationError(spec: ResourceSpec, violation: Violation, texts: ViolationTexts, place?: string): Error {
  const fields = violation.fields.filter((name) => spec.attributes.has(name) || spec.relationships.has(name));
  // A value that does not fit breaks no constraint: Postgres names the index that cannot hold it.
  const keys = [violation.constraint ?? "", joinSegments(...fields), joinSegments(...violation.columns)];
  const rules = violation.kind === "unfit" ? [] : keys;
  const [given] = rules.flatMap((rule) => (Object.hasOwn(texts, rule) ? (texts[rule] ?? []) : []));
  if (typeof given === "function") return given(violation);
  if (given === undefined && isOfServer(spec, violation)) return serverError(spec, violation);
  const isConflict = violation.kind === "unique" || violation.kind === "exclusion";
  const attribute = isConflict ? fields.find((name) => spec.attributes.has(name)) : undefined;
  const id = violation.fields.includes("id") && spec.createFields.has("id") ? "id" : undefined;
  const {
    detail: stated,
    field: first = attribute ?? fields[0] ?? id,
    as: OwnError,
  } = typeof given === "object" ? given : { detail: given };
  const field = place ?? first;
  const options = { cause: violation, ...(field !== undefined && { field }) };
  if (OwnError && stated !== undefined) return new OwnError(stated, options);
  const named = violation.fields.filter((name) => name === "id" || fields.includes(name));
  const names = named.map((name) => (name === "id" ? name : `"${name}"`)).join(" and ");
  switch (violation.kind) {
    case "unique":
    case "exclusion":
      return new Conflict(
        stated ?? `Another resource of "${spec.type}" has the same ${violation.reason ?? (names || "value")}.`,
        options,
      );
    case "missing":
      return new NotFound(stated ?? `The resource that ${names || "a value"} refers to does not exist.`, options);
    case "referenced":
      return new Conflict(stated ?? "Other resources still refer to this one.", { cause: violation });
    case "policy":
      return new Forbidden(stated ?? `A policy of the database refuses this change of "${spec.type}".`, {
        cause: violation,
      });
    case "required":
      return new UnprocessableContent(stated ?? `${names || "A value"} must not be null.`, options);
    case "unfit": {
      const reason = violation.reason ?? "it is too long or out of range";
      return new UnprocessableContent(stated ?? `${names || "A value"} cannot be stored: ${reason}.`, options);
    }
    case "check": {
      const rule = violation.constraint === undefined ? "" : ` "${violation.constraint}"`;
      return new UnprocessableContent(stated ?? `The value violates the constraint${rule} of the database.`, options);
    }
  }
}

/** The error for members whose pairs would belong to another tenant. */
export function pairOfAnotherTenant(relationship: string): Forbidden {
  return new Forbidden(`"${relationship}": you may not write pairs of another tenant.`);
}

/** The error for a row that its writer would not see, or could not change. */
export function outOfReach(type: string, where: "do not see it" | "may not change it" = "do not see it"): Forbidden {
  return new Forbidden(`This change would put the resource of "${type}" where you ${where}.`);
}

/** The error for a new row that a trigger drops. */
export function notKept(type: string): Conflict {
  return new Conflict(`The database did not keep the new resource of "${type}".`);
}

/** The error for members whose rows a trigger or a policy keeps as they are. */
export function membersNotChanged(name: string, isNew: boolean): Conflict {
  return new Conflict(`The database did not ${isNew ? "keep some of the new" : "remove some"} members of "${name}".`, {
    field: name,
  });
}

/** The error for a violation that a client can avoid; undefined for others. */
export function clientErrorOf(spec: ResourceSpec, violation: Violation, texts: ViolationTexts): ApiError | undefined {
  const error = violationError(spec, violation, texts);
  return error instanceof ApiError ? error : undefined;
}

/** Whether no request can avoid the violation. A conflict may go away, so it stays the client's. */
function isOfServer(spec: ResourceSpec, { kind, columns }: Violation): boolean {
  if (kind === "unique" || kind === "exclusion" || kind === "referenced" || columns.length === 0) return false;
  const canSet = (name: string) =>
    spec.createFields.has(name) || spec.editFields.has(name) || (kind !== "required" && spec.relationships.has(name));
  return !columns.some(canSet);
}

function serverError({ type }: ResourceSpec, violation: Violation): Error {
  const [column = ""] = violation.columns;
  const names = violation.columns.map((name) => `"${name}"`).join(" and ");
  const problem =
    violation.kind === "required"
      ? `Nothing fills "${column}" of "${type}", which must not be null.`
      : `A write of "${type}" violates a constraint of the database about ${names}, which clients cannot set.`;
  return new Error(`${problem} Set it in the source: values: (ctx) => ({ ${column}: … }).`, { cause: violation });
}
