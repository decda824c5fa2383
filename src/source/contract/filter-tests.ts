import { equal, rejects } from "./assert.js";
import { ann, type Bench, idsOf, ownPosts, type Post } from "./bed.js";
import { authorId, commentRows } from "./rows.js";

type Tests = Readonly<Record<string, (bench: Bench) => Promise<void>>>;

async function filters(
  bench: Bench,
  cases: readonly (readonly [filter: object, fits: (post: Post) => boolean | undefined])[],
) {
  for (const [filter, fits] of cases) {
    const about = Object.entries(filter).map(([name, value]) => `${name} = ${String(value)}`);
    equal(await bench.where(filter), idsOf(fits), about.join(", "));
  }
}

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const FAR = 99_999_999_999;

export const filterTests: Tests = {
  "filters: equality, lists and null": (bench) =>
    filters(bench, [
      [{ published: true }, (p) => p.published],
      [{ rating: null }, (p) => p.rating === null],
      [{ rating__ne: 3 }, (p) => p.rating !== 3],
      [{ rating__ne: null }, (p) => p.rating !== null],
      [{ rating: [1, 2] }, (p) => p.rating === 1 || p.rating === 2],
      [{ rating__in: [1, null] }, (p) => p.rating === 1 || p.rating === null],
      [{ rating: [] }, () => false],
      [{ body__isnull: true }, (p) => p.body === null],
      [{ body__isnull: false, status: ["live"] }, (p) => p.body !== null && p.status === "live"],
      [{ views: 9007199254740993n }, (p) => p.id === 1],
      [{ at: day(2), id__in: [4, 5] }, (p) => p.id === 4 || p.id === 5],
    ]),

  "filters: text in any case, with % and _ as themselves": (bench) =>
    filters(bench, [
      [{ title__contains: "%" }, (p) => p.title.includes("%")],
      [{ title__contains: "_" }, (p) => p.title.includes("_")],
      [{ title__contains: "\\" }, (p) => p.title.includes("\\")],
      [{ title__contains: "PLAIN" }, (p) => /plain/i.test(p.title)],
      [{ title__contains: "éCL" }, (p) => (bench.foldsOnlyAscii ? /é[Cc][Ll]/ : /écl/i).test(p.title)],
      [{ title__startswith: "plain" }, (p) => /^plain/i.test(p.title)],
      [{ title__endswith: "TWO" }, (p) => /two$/i.test(p.title)],
      [{ title__contains: "\0" }, () => false],
      [{ title__contains: "" }, () => true],
    ]),

  "filters: ranges, and values that no column holds": (bench) =>
    filters(bench, [
      [{ rating__gt: 3 }, (p) => p.rating !== null && p.rating > 3],
      [{ rating__gte: 3, rating__lt: 5 }, (p) => p.rating !== null && p.rating >= 3 && p.rating < 5],
      [{ at__lte: day(3) }, (p) => p.at.getTime() <= day(3).getTime()],
      [{ views__gt: 2n ** 53n }, (p) => p.views > 2n ** 53n],
      [{ rating: FAR }, () => false],
      [{ rating__ne: FAR }, () => true],
      [{ rating__lt: FAR }, (p) => p.rating !== null],
      [{ rating__gt: FAR }, () => false],
      [{ rating__in: [1, FAR] }, (p) => p.rating === 1],
      [{ views__lt: 2n ** 70n, id: 2 }, (p) => p.id === 2],
      [{ author: "no uuid" }, () => false],
      [{ status: "nope" }, () => false],
    ]),

  "filters: elements of lists": (bench) =>
    filters(bench, [
      [{ labels__has: "x" }, (p) => p.labels?.includes("x") ?? false],
      [{ labels__has: "y" }, () => false],
      [{ labels__has: null }, () => false],
      [{ labels__has: "\0" }, () => false],
      [{ labels__hasall: ["x", "é,"] }, (p) => ["x", "é,"].every((one) => p.labels?.includes(one))],
      [{ labels__hasall: [] }, (p) => p.labels !== null],
      [{ labels__hasany: ["", "Y", "nope"] }, (p) => p.labels?.some((one) => one === "" || one === "Y") ?? false],
      [{ labels__hasany: [] }, () => false],
      [{ labels__isnull: true }, (p) => p.labels === null],
      [{ marks__has: 2 }, (p) => p.marks?.includes(2) ?? false],
      [{ marks__hasall: [7, 3] }, (p) => p.marks?.includes(3) ?? false],
      [{ marks__hasany: [0, 1, FAR] }, (p) => p.marks?.some((one) => one < 2) ?? false],
      [{ marks__hasall: [FAR, 7] }, () => false],
      [{ parent__labels__has: "x", marks__has: 7 }, (p) => p.parent === 2 && p.marks !== null],
    ]),

  "filters: values inside of objects": (bench) =>
    filters(bench, [
      [{ contact__city: "Rome" }, (p) => p.contact?.city === "Rome"],
      [{ contact__city: null }, (p) => (p.contact?.city ?? null) === null],
      [{ contact__city: ["Rome", null] }, (p) => ["Rome", null].includes(p.contact?.city ?? null)],
      [{ contact__city__ne: "Rome" }, (p) => p.contact?.city !== "Rome"],
      [{ contact__city__ne: null }, (p) => (p.contact?.city ?? null) !== null],
      [{ contact__city__in: [] }, () => false],
      [{ contact__city__gt: "Rome" }, (p) => p.contact?.city === "rome"],
      [{ contact__city__contains: "ROM" }, (p) => /rom/i.test(p.contact?.city ?? "")],
      [{ contact__city__endswith: ", n" }, (p) => p.contact?.city === "Oslo, N"],
      [{ contact__city__isnull: true }, (p) => (p.contact?.city ?? null) === null],
      [{ contact__city: "\0" }, () => false],
      [{ contact__size: 0.5 }, (p) => p.contact?.size === 0.5],
      [{ contact__size__gte: 0.5 }, (p) => (p.contact?.size ?? 0) >= 0.5],
      [{ contact__size__lt: 0 }, (p) => (p.contact?.size ?? 0) < 0],
      [{ contact__home: true, contact__size__isnull: false }, (p) => p.contact?.home && p.contact.size !== undefined],
      [{ contact__geo__isnull: true }, (p) => p.contact?.geo === undefined],
      [{ contact__geo__codes__has: "b" }, (p) => p.contact?.geo?.codes.includes("b")],
      [{ contact__geo__codes__hasany: ["a", "c"] }, (p) => p.contact?.geo?.codes.includes("a")],
      [{ contact__geo__codes__hasall: [] }, (p) => p.contact?.geo !== undefined],
      [{ parent__contact__city: "Rome" }, (p) => p.parent === 1],
    ]),

  "filters: related ids and fields, of rows in scope": async (bench) => {
    const parents = idsOf((p) => p.author === ann);
    const withReplies = new Set(ownPosts.filter((p) => p.published).map(({ parent }) => parent));
    await filters(bench, [
      [{ author: ann }, (p) => p.author === ann],
      [{ author: null }, (p) => p.author === null],
      [{ author__name__contains: "AN" }, (p) => p.author === ann],
      [{ author__name: "Eve" }, () => false],
      [{ author__name: "Gil" }, () => false],
      [{ tags: "a" }, (p) => p.tags.includes("a")],
      [{ tag: ["a", "b"] }, (p) => p.tags.includes("a") || p.tags.includes("b")],
      [{ tags__label: "X" }, () => false],
      [{ tags__isnull: true }, (p) => !p.tags.some((tag) => tag !== "x")],
      [{ comments__text__in: ["c0", "c6"] }, (p) => p.id < 3],
      [{ parent__author__name: "Ann" }, (p) => p.parent !== null && parents.includes(p.parent)],
      [{ replies__published: true }, ({ id }) => withReplies.has(id)],
    ]);
  },

  "filters: of a to-many as a whole, with the members in scope": async (bench) => {
    const tagsOf = (p: Post) => p.tags.filter((tag) => tag !== "x");
    const repliesTo = ({ id }: Post) => ownPosts.filter(({ parent }) => parent === id);
    const textsOf = (p: Post) => commentRows.flatMap(({ post, text }) => (post === p.id ? text : []));
    await filters(bench, [
      [{ tags__none: "a" }, (p) => !tagsOf(p).includes("a")],
      [{ tags__none: ["a", "b", "x"] }, (p) => !tagsOf(p).some((tag) => tag < "c")],
      [{ tags__none: [] }, () => true],
      [{ tags__none__label__in: ["A", "X"] }, (p) => !tagsOf(p).includes("a")],
      [{ replies__none__published: true }, (p) => !repliesTo(p).some(({ published }) => published)],
      [{ replies__none__rating__isnull: true }, (p) => !repliesTo(p).some(({ rating }) => rating === null)],
      [{ replies__none__tags__none: "a" }, (p) => !repliesTo(p).some((reply) => !tagsOf(reply).includes("a"))],
      [{ comments__none__text: "c7" }, (p) => !textsOf(p).includes("c7")],
      [{ tags__all: [] }, () => true],
      [{ tags__all: ["a"] }, (p) => tagsOf(p).includes("a")],
      [{ tags__all: ["b", "a", "b"] }, (p) => ["a", "b"].every((tag) => tagsOf(p).includes(tag))],
      [{ tags__all: ["a", "x"] }, () => false],
      [{ comments__all: [2, 7, FAR] }, () => false],
      [{ comments__all: [2, 7] }, (p) => p.id === 2],
      [{ parent__tags__all: ["b"] }, (p) => p.parent === 3],
      [
        { replies__tags__all: ["a", "c"] },
        (p) => repliesTo(p).some((r) => r.tags.includes("a") && r.tags.includes("c")),
      ],
      [{ replies__count: 0 }, (p) => repliesTo(p).length === 0],
      ...([-3, 0, 1, 2, 4.5, 6, FAR ** 2] as const).flatMap((n) => [
        [{ comments__count__gte: n }, (p: Post) => textsOf(p).length >= n] as const,
        [{ replies__count__gt: n }, (p: Post) => repliesTo(p).length > n] as const,
        [{ replies__count__lte: n }, (p: Post) => repliesTo(p).length <= n] as const,
        [{ tags__count__lt: n }, (p: Post) => tagsOf(p).length < n] as const,
        [{ tags__count__ne: n }, (p: Post) => tagsOf(p).length !== n] as const,
        [{ tags__count__eq: n }, (p: Post) => tagsOf(p).length === n] as const,
      ]),
      [{ tags__count: null }, () => false],
      [
        { parent__replies__count__gt: 2 },
        (p) => ownPosts.some((one) => one.id === p.parent && repliesTo(one).length > 2),
      ],
    ]);
    await rejects(bench.where({ tags__all__label: ["A"] }), {}, /"tags__all" takes ids/);
    await rejects(bench.where({ tags__count__contains: 1 }), {}, /"tags__count" has no "contains". Use eq, ne, gt/);
    await rejects(bench.where({ tags__none__nope: 1 }), {}, /"tags" has no field "nope"/);
  },

  "filters: several joined in one": async (bench) => {
    const names = new Map([1, 2, 3].map((number) => [authorId(number), ["ann", "bob", "zoë_%"][number - 1] ?? ""]));
    const hasText = (p: Post, text: string) => p.title.toLowerCase().includes(text) || p.body?.includes(text) === true;
    const isNamed = (p: Post, text: string) => names.get(p.author ?? "")?.includes(text) === true;
    const isInside = (p: Post, text: string) =>
      hasText(p, text) && !(p.title.toLowerCase().startsWith(text) || p.body?.endsWith(text) || p.note?.includes(text));
    for (const text of ["plain", "1", "o", "b", "nope", "%", "\0"]) {
      await filters(bench, [
        [{ text }, (p) => hasText(p, text)],
        [{ textless: text }, (p) => !hasText(p, text) && !isNamed(p, text)],
        [{ inside: text }, (p) => isInside(p, text)],
        [{ text, published: true, textless: "zed" }, (p) => hasText(p, text) && p.published && !hasText(p, "zed")],
      ]);
    }
  },

  "filters: the source's own, and names that mean nothing": async (bench) => {
    await filters(bench, [[{ popular: true }, (p) => p.views > 100n]]);
    await rejects(bench.where({ nope: 1 }), {}, /no rule for the filter "nope"/);
    await rejects(bench.where({ title__like: "x" }), {}, /"like" is not an operator/);
    await rejects(bench.where({ contact__citty: "x" }), {}, /"contact" of "posts" has no member "citty"/);
    await rejects(bench.where({ author__nope: "x" }), {}, /"authors" has no field "nope"/);
  },
};
