import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { schemas } from "./schema.js";

/** Where a document stands: what a server answers, or what a client sends. */
export type DocumentKind = keyof typeof schemas;

/** A document of which the schema has been checked. */
// biome-ignore lint/suspicious/noExplicitAny: parsed JSON
type Parsed = any;

const ajv = new Ajv2020({ strict: false, allErrors: true, ownProperties: true, unicodeRegExp: true });
addFormats.default(ajv);
const validators = new Map<DocumentKind, ValidateFunction>();

/**
 * The one check of JSON:API documents: the standard's schema, full linkage, no resource twice, one namespace for
 * fields. Gives what is wrong, empty where nothing is.
 *
 * @param sparse Whether the request asked for sparse fieldsets: what they leave out may have been the linkage.
 */
export function documentProblems(document: unknown, kind: DocumentKind = "answer", sparse = false): string[] {
  const validate = validators.get(kind) ?? ajv.compile(schemas[kind]);
  validators.set(kind, validate);
  if (!validate(document)) {
    const told = (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath || "/"} ${message} ${JSON.stringify(params)}`,
    );
    return [...new Set(told)];
  }
  const { data, included = [] } = document as Parsed;
  const primary: Parsed[] = Array.isArray(data) ? data : data === null || data === undefined ? [] : [data];
  return [
    ...twice(primary, included),
    ...[...primary, ...included].flatMap(shared),
    ...unlinked(primary, included, sparse),
  ];
}

/** JSON:API 1.1, "Compound Documents": no more than one resource object for each type and id. */
function twice(primary: readonly Parsed[], included: readonly Parsed[]): string[] {
  const seen = new Set<string>();
  return [...primary, ...included].flatMap((resource) => {
    const key = keyOf(resource);
    if (resource.id === undefined || !seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [`${key} stands in the document twice`];
  });
}

/** JSON:API 1.1, "Fields": attributes and relationships share one namespace. */
function shared(resource: Parsed): string[] {
  const both = Object.keys(resource.attributes ?? {}).filter((name) =>
    Object.hasOwn(resource.relationships ?? {}, name),
  );
  return both.map((name) => `${keyOf(resource)} has an attribute and a relationship called "${name}"`);
}

/** JSON:API 1.1, "Compound Documents": full linkage, by a chain of relationships that begins in the primary data. */
function unlinked(primary: readonly Parsed[], included: readonly Parsed[], sparse: boolean): string[] {
  if (sparse) return [];
  const all = new Map<string, Parsed>([...included, ...primary].map((resource) => [keyOf(resource), resource]));
  const reached = new Set<string>();
  const waiting = [...primary];
  for (let resource = waiting.pop(); resource !== undefined; resource = waiting.pop()) {
    const key = keyOf(resource);
    if (reached.has(key)) continue;
    reached.add(key);
    for (const identifier of linkedFrom(all.get(key) ?? {})) waiting.push(identifier);
  }
  return included.filter((one) => !reached.has(keyOf(one))).map((one) => `nothing links to ${keyOf(one)} of included`);
}

function linkedFrom(resource: Parsed): Parsed[] {
  const entries = Object.entries<Parsed>(resource.relationships ?? {}).filter(([name]) => !name.startsWith("@"));
  return entries.flatMap(([, { data }]) => (Array.isArray(data) ? data : data ? [data] : []));
}

function keyOf({ type, id }: Parsed): string {
  return JSON.stringify([type, id]);
}
