import fc from "fast-check";
import { joinId } from "trestle/source";
import { MARKS, type Tenant } from "./marked-rows.js";
import { NEXT, type Sent } from "./requests.js";

// Random requests of a tenant to tables whose keys begin with the tenant. All ids are those of both tenants, or of none.

export const clip = (n: number) => `0199f1c6-0000-7000-8000-00000000000${n}`;
/** The ids that both tenants have. */
export const IDS = {
  people: [1, 2, 3, 4],
  docs: ["1", "a~b", "c!c", "d/d"],
  clips: [clip(1), clip(2)],
  tags: ["x", "y~", "1"],
  notes: [1, 2, 3, 4, 5, 6],
  seats: [1, 2, 3],
} as const;

type Type = keyof typeof IDS | "roles";
const pick = <T>(list: readonly T[]) => fc.constantFrom(...list);

/** @param often How many of the ids are those of a row, for each that is not. */
function idsOf(often: number): Readonly<Record<Type, fc.Arbitrary<string>>> {
  const of = (there: readonly (string | number)[], missing: readonly (string | number)[]) =>
    fc.oneof({ weight: often, arbitrary: pick(there) }, { weight: 1, arbitrary: pick(missing) }).map(String);
  const people = of(IDS.people, [5, 6, 7, 8]);
  const docs = of(IDS.docs, ["e%e", "~", "9"]);
  return {
    people,
    docs,
    clips: of([...IDS.clips, ...IDS.clips.map((id) => id.toUpperCase())], [clip(8), clip(9)]),
    tags: of(IDS.tags, ["z", "!"]),
    roles: fc.tuple(people, docs).map(([one, other]) => joinId(one, other)),
    // With the tenant in it: half of them are the other tenant's.
    seats: fc.tuple(pick(["1", "2"]), of(IDS.seats, [4, 5, 6])).map(([tenant, no]) => joinId(tenant, no)),
    notes: of(IDS.notes, [7, 8, 9, 10]),
  };
}
const idOf = idsOf(5);
const newIdOf = idsOf(1);
const TO_ONE: Readonly<Record<string, Readonly<Record<string, readonly Type[]>>>> = {
  people: { boss: ["people"] },
  docs: { author: ["people"] },
  roles: { person: ["people"], doc: ["docs"] },
  seats: { person: ["people"] },
  notes: { about: ["people", "docs", "clips"], source: ["docs", "clips"], role: ["roles"], seat: ["seats"] },
};
const TO_MANY: Readonly<Record<string, Readonly<Record<string, Type>>>> = {
  people: { docs: "docs", seats: "seats", notes: "notes", roles: "roles" },
  docs: { tags: "tags", notes: "notes", sourced: "notes", roles: "roles" },
  clips: { notes: "notes" },
  tags: { docs: "docs" },
  roles: { notes: "notes" },
  seats: { notes: "notes" },
};
const TEXT: Readonly<Record<Type, string>> = {
  people: "name",
  docs: "title",
  clips: "url",
  tags: "label",
  roles: "grade",
  seats: "label",
  notes: "text",
};
const INCLUDES: Readonly<Record<Type, readonly string[]>> = {
  people: ["boss", "docs.tags", "roles.doc", "seats.notes", "notes.about"],
  docs: ["author", "tags.docs", "roles.person", "notes", "sourced.about"],
  clips: ["notes"],
  tags: ["docs.author"],
  roles: ["person.roles", "doc.tags", "notes"],
  seats: ["person", "notes.seat"],
  notes: [
    "about.author",
    "about.notes",
    "source.tags",
    "source.notes",
    "role.person.boss",
    "role.doc",
    "role.notes",
    "seat.person",
  ],
};
const SORTS: Readonly<Record<Type, readonly string[]>> = {
  people: ["name", "-boss__name", "id"],
  docs: ["title", "author__name", "-author", "id"],
  clips: [],
  tags: [],
  roles: ["id", "-id", "grade", "person__name", "-doc__title"],
  seats: ["-id", "label", "person__name"],
  notes: ["text", "role", "-role__grade", "seat", "-seat__label", "role__doc__title"],
};
const types = Object.keys(TEXT) as Type[];
const part = fc.constantFrom("ZQ", MARKS[1], MARKS[2], "a", "e");
const flag = fc.constantFrom("true", "false");
const filtered = (name: string, value: fc.Arbitrary<string>) =>
  value.map((text) => `filter[${name.replaceAll("__", "][")}]=${encodeURIComponent(text)}`);
const FILTERS: Readonly<Record<Type, readonly fc.Arbitrary<string>[]>> = {
  people: [
    filtered("id", idOf.people),
    ...["name__contains", "boss__name__contains", "docs__title__contains", "notes__text__contains"].map((name) =>
      filtered(name, part),
    ),
    filtered("roles", idOf.roles),
    filtered("seats__isnull", flag),
    filtered("notes__isnull", flag),
  ],
  docs: [
    filtered("id", idOf.docs),
    filtered("tags", idOf.tags),
    ...[
      "title__contains",
      "author__name__contains",
      "tags__label__contains",
      "roles__grade__contains",
      "notes__text__contains",
    ].map((name) => filtered(name, part)),
    ...["roles__isnull", "notes__isnull", "sourced__isnull"].map((name) => filtered(name, flag)),
  ],
  clips: [filtered("notes__text__contains", part), filtered("notes__isnull", flag)],
  tags: [filtered("docs__title__contains", part), filtered("docs__isnull", flag)],
  roles: [
    filtered("id", idOf.roles),
    filtered("id__ne", idOf.roles),
    ...["person__name__contains", "doc__title__contains", "notes__text__contains"].map((name) => filtered(name, part)),
    filtered("notes__isnull", flag),
  ],
  seats: [
    filtered("id", idOf.seats),
    filtered("id__ne", idOf.seats),
    filtered("person__name__contains", part),
    filtered("notes", idOf.notes),
  ],
  notes: [
    filtered("about__type", fc.constantFrom("people", "docs", "clips", "roles")),
    filtered("about__id", fc.oneof(idOf.people, idOf.docs, idOf.clips)),
    ...["about__docs__title__contains", "about__docs__author__name__contains", "about__people__name__contains"].map(
      (name) => filtered(name, part),
    ),
    filtered("source__type", fc.constantFrom("docs", "clips")),
    filtered("source__id__ne", fc.oneof(idOf.docs, idOf.clips)),
    ...[
      "source__clips__url__contains",
      "role__grade__contains",
      "role__person__name__contains",
      "seat__label__contains",
    ].map((name) => filtered(name, part)),
    ...["about__isnull", "source__isnull", "role__isnull"].map((name) => filtered(name, flag)),
    filtered("role", idOf.roles),
    filtered("role__ne", idOf.roles),
    filtered("seat", idOf.seats),
  ],
};

const oneOf = <T>(list: readonly fc.Arbitrary<T>[]) => fc.oneof(...list);
const to = (type: Type) => idOf[type].map((id) => ({ type, id }));
const linkage = (types: readonly Type[]) => fc.option(oneOf(types.map(to)), { freq: 5 });
const members = (type: Type) => fc.uniqueArray(to(type), { maxLength: 3, selector: ({ id }) => id.toLowerCase() });
const under = (type: Type) => idOf[type].map((id) => `/${type}/${encodeURIComponent(id)}`);
const names = (of: Readonly<Record<string, unknown>> | undefined) => Object.keys(of ?? {});
const related = types.flatMap((type) =>
  [...names(TO_ONE[type]), ...names(TO_MANY[type])].map((name) => [type, name] as const),
);

const list = oneOf(
  types.map((type) =>
    fc
      .tuple(
        fc.option(fc.subarray([...INCLUDES[type]]), { nil: [] }),
        oneOf(FILTERS[type]).chain((one) =>
          fc.oneof(
            fc.constant([one]),
            fc.constant<string[]>([]),
            oneOf(FILTERS[type]).map((other) => [one, other]),
          ),
        ),
        fc.constantFrom("", ...SORTS[type]),
        fc.boolean(),
      )
      .map(([include, filters, sort, isShort]) => {
        const parts = [
          include.length > 0 && `include=${include.join(",")}`,
          ...new Set(filters),
          sort && `sort=${sort}`,
          isShort && SORTS[type].length > 0 && "page[size]=2",
        ];
        return { method: "GET", path: `/${type}?${parts.filter(Boolean).join("&")}` };
      }),
  ),
);

/** A document with some fields. */
function body(type: Type, mark: string, isNew: boolean): fc.Arbitrary<{ attributes: object; relationships: object }> {
  const text = fc.string({ maxLength: 4 }).map((more) => `${mark} ${more.replaceAll("\0", "")}`);
  const attributes: Record<string, fc.Arbitrary<unknown>> = { [TEXT[type]]: text };
  if (type === "seats" && isNew) attributes.no = fc.integer({ min: 1, max: 6 });
  const relationships: Record<string, fc.Arbitrary<unknown>> = {};
  const isKey = type === "roles"; // its to-one relationships are its id
  for (const [name, to] of Object.entries(TO_ONE[type] ?? {}))
    if (isNew || !isKey) relationships[name] = linkage(to).map((data) => ({ data }));
  for (const [name, to] of Object.entries(TO_MANY[type] ?? {})) {
    const isWritable = isNew
      ? !["people", "seats"].includes(type) && name !== "sourced"
      : !["people notes"].includes(`${type} ${name}`);
    if (name !== "roles" && isWritable) relationships[name] = members(to).map((data) => ({ data }));
  }
  return fc.record({
    attributes: fc.record(attributes, { requiredKeys: isNew ? Object.keys(attributes) : [] }),
    relationships: fc.record(relationships, { requiredKeys: isNew ? names(TO_ONE[type]) : [] }),
  });
}

export function keyRequestsOf(tenant: Tenant): fc.Arbitrary<Sent> {
  const mark = MARKS[tenant];
  const create = (type: Type) =>
    fc.tuple(newIdOf[type], body(type, mark, true)).map(([id, rest]) => {
      const own = type === "roles" || type === "seats" ? {} : { id }; // fields make the others
      return { type, ...own, ...rest };
    });
  const edit = (type: Type) =>
    fc.tuple(idOf[type], body(type, mark, false)).map(([id, rest]) => ({ type, id, ...rest }));
  const creates = oneOf(types.map((type) => create(type).map((data) => ({ method: "POST", path: `/${type}`, data }))));
  const edits = oneOf(
    types
      .filter((type) => type !== "tags")
      .map((type) =>
        edit(type).map((data) => ({ method: "PATCH", path: `/${type}/${encodeURIComponent(data.id)}`, data })),
      ),
  );
  const removes = oneOf(types.map(under)).map((path) => ({ method: "DELETE", path }));
  const toOnes = oneOf(
    types.flatMap((type) =>
      Object.entries(type === "roles" ? {} : (TO_ONE[type] ?? {})).map(([name, to]) =>
        fc
          .tuple(under(type), linkage(to))
          .map(([path, data]) => ({ method: "PATCH", path: `${path}/relationship/${name}`, data })),
      ),
    ),
  );
  const toManys = oneOf(
    types.flatMap((type) =>
      Object.entries(TO_MANY[type] ?? {})
        .filter(([name]) => name !== "roles" && type !== "seats")
        .map(([name, to]) =>
          fc
            .tuple(fc.constantFrom("POST", "PATCH", "DELETE"), under(type), members(to))
            .map(([method, path, data]) => ({ method, path: `${path}/relationship/${name}`, data })),
        ),
    ),
  );
  const operation = fc.oneof(
    oneOf(types.map(create)).map((data) => ({ op: "add", data })),
    oneOf(types.filter((type) => type !== "tags").map(edit)).map(({ type, id, ...rest }) => ({
      op: "update",
      ref: { type, id },
      data: { type, id, ...rest },
    })),
    oneOf(types.map(under)).map((href) => ({ op: "remove", href })),
    fc.tuple(to("roles"), members("notes"), fc.constantFrom("add", "update", "remove")).map(([ref, data, op]) => ({
      op,
      ref: { ...ref, relationship: "notes" },
      data,
    })),
    fc
      .tuple(under("notes"), linkage(["docs", "clips"]))
      .map(([path, data]) => ({ op: "update", href: `${path}/relationship/source`, data })),
  );
  const batches = fc
    .array(operation, { minLength: 1, maxLength: 3 })
    .map((operations) => ({ method: "POST", path: "/operations", operations }));
  const gets = oneOf(
    types
      .filter((type) => type !== "clips" && type !== "tags")
      .map((type) =>
        fc
          .tuple(under(type), fc.boolean())
          .map(([path, isPlain]) =>
            isPlain || type === "people" || type === "docs"
              ? path
              : `${path}?include=${{ roles: "person,doc,notes.about", seats: "person,notes", notes: INCLUDES.notes.join() }[type]}`,
          ),
      ),
  ).map((path) => ({ method: "GET", path }));
  const relatedGets = fc
    .constantFrom(...related)
    .chain(([type, name]) => under(type).map((path) => ({ method: "GET", path: `${path}/${name}` })));
  return fc.oneof(
    { weight: 6, arbitrary: list },
    { weight: 2, arbitrary: gets },
    { weight: 2, arbitrary: relatedGets },
    { weight: 2, arbitrary: creates },
    { weight: 2, arbitrary: edits },
    removes,
    toOnes,
    { weight: 2, arbitrary: toManys },
    batches,
    fc.constant<Sent>({ method: "GET", path: NEXT }),
  );
}
