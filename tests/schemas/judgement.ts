/** What the oracle says of a value. */
export type Judgement =
  | { readonly is: "accepted"; readonly value: unknown }
  | { readonly is: "refused"; readonly why: string }
  /** The oracle cannot say, for a reason that is counted. */
  | { readonly is: "uncertain"; readonly reason: Exclusion; readonly stripped?: unknown };

/** Every reason why a case is not judged. docs say why each is there. */
export const EXCLUSIONS = {
  unmergeable:
    "Zod itself throws: it cannot merge what two sides of an intersection made (Sets, Maps, converted values)",
  throws: "the schema itself throws, instead of refusing",
  order: "the two sides of an intersection convert the JSON in different ways, and Zod takes both",
  decodedOption: "an earlier member of a union takes, as another value, what a later one decoded from the JSON",
  undefinedInList: "undefined inside an array, a Set or a Map: JSON has no word for it",
  invalidDate: "an invalid Date has no JSON form",
  notFinite: "NaN or Infinity from a plain client: JSON has no word for it",
  wrongType: "a rich value that the schema does not take, but whose JSON it takes: the client's types forbid it",
  textLike: "a text that the schema takes as it is, but which a plain client may also mean as a Date or a bigint",
  instance:
    "an instance of a class (a Date, a Map) where an object is declared: Zod takes any object that is not a list",
  onlyChecks: "no member of a union accepts the row, but only because of checks, which rows need not pass",
  unheard:
    "a rich value that Zod strips, but whose JSON is declared: notes are heard only where a schema leaves types open",
  xorText: "an exclusive union where a text may be a string or a Date: only some of its members see both",
  severalXor: "several members of an exclusive union accept the row",
  customRow: "a custom schema refuses a row: whether that is its kind or a check, nobody can tell",
  strictRow: "a row with an undeclared key where the object is strict: 500 or stripped",
  recordKey: "a row's record has a key that only the checks of the key's schema refuse: 500 or sent",
  absentKey: "undefined and a missing key are the same JSON, but Zod takes only one of them",
  proto: "a member called `__proto__` where any name is allowed: Zod drops it, the server may send it",
  success: "Zod refuses what does not fit a `z.success()`, or gives false, depending on how it finds a union's option",
} as const;

export type Exclusion = keyof typeof EXCLUSIONS;

export class Uncertain extends Error {
  constructor(readonly reason: Exclusion) {
    super(EXCLUSIONS[reason]);
  }
}

export function uncertainOr(judge: () => Judgement): Judgement {
  try {
    return judge();
  } catch (error) {
    if (error instanceof Uncertain) return { is: "uncertain", reason: error.reason };
    throw error;
  }
}
