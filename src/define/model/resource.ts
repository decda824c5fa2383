import type { z } from "zod";
import type { IdKind } from "../../schema/formats.js";
import { parseDate, parseInteger } from "../../schema/text.js";

/** A declared resource, without its types. It uses maps, because a field may be called `constructor`. */
export interface ResourceSpec {
  readonly type: string;
  readonly id: z.ZodType;
  readonly idKind: IdKind;
  readonly attributes: ReadonlyMap<string, z.ZodType>;
  readonly relationships: ReadonlyMap<string, RelationshipSpec>;
  readonly createFields: ReadonlySet<string>;
  /** The create fields that a request may omit, although a row must have them. A handler's input then does not have them. */
  readonly omittable: ReadonlySet<string>;
  readonly editFields: ReadonlySet<string>;
  readonly writeOnly: ReadonlySet<string>;
  /** The fields that are hidden from some users. */
  readonly visible: ReadonlyMap<string, IsVisible<object>>;
  readonly version: VersionSpec | undefined;
  /** What is wrong with the declaration. The router lists it, and each call of an operation throws it. */
  readonly problem?: TypeError | undefined;
}

/** In place of a resource, for what belongs to the API itself. @param id Any text. */
export function inPlaceOfResource(id: z.ZodType): ResourceSpec {
  const none = new Map();
  const names = new Set<string>();
  return {
    type: "",
    id,
    idKind: "string",
    attributes: none,
    relationships: none,
    createFields: names,
    omittable: names,
    editFields: names,
    writeOnly: names,
    visible: none,
    version: undefined,
  };
}

/** Decides whether the caller can see a field. Trestle calls it once per request, before any middleware. */
export type IsVisible<TContext = never> = (args: { readonly ctx: TContext }) => boolean;

/** A declared relationship, without its types. If `id` is undefined, the ids are integers. */
export interface RelationshipSpec {
  readonly many: boolean;
  /** The type that it leads to. Of a relationship to several types, the types as a sentence lists them: it is the name of none. */
  readonly target: string;
  /** The schemas of ids by type, for a relationship to several types. */
  readonly targets?: ReadonlyMap<string, z.ZodType | undefined> | undefined;
  readonly linkage: boolean;
  /** How many resources a large relationship contains, if the declaration says it. */
  readonly fanOut: number | undefined;
  readonly id: z.ZodType | undefined;
  readonly allowsNull: boolean;
  readonly allowsAbsent: boolean;
}

/** The types that a relationship leads to. Without a relationship, none. */
export function targetTypes(spec: RelationshipSpec | undefined): readonly string[] {
  if (spec?.targets) return [...spec.targets.keys()];
  return spec ? [spec.target] : [];
}

/** Counted per row where a to-many states no `fanOut`. */
const USUAL_FAN_OUT = 10;

/** How many resources an include adds per row. */
export function fanOutOf({ many, fanOut }: RelationshipSpec): number {
  return fanOut ?? (many ? USUAL_FAN_OUT : 1);
}

/** The attribute that holds a resource's version. */
export interface VersionSpec {
  readonly field: string;
  readonly kind: "int" | "date";
  /** Whether a change must state the version that it is based on. */
  readonly required: boolean;
}

/** A version as text, in headers. Undefined for a value that is not a version. */
export function versionText(value: unknown): string | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
  return typeof value === "number" && Number.isSafeInteger(value) ? String(value) : undefined;
}

/** The version that a text stands for. Undefined if no version has this text. */
export function parseVersion({ kind }: VersionSpec, text: string): number | Date | undefined {
  const value = kind === "int" ? parseInteger(text) : parseDate(text);
  return versionText(value) === text ? value : undefined;
}
