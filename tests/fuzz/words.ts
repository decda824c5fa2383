import fc from "fast-check";
import { codePoint } from "../support/code-point.js";
import { FILE_ID, OTHER_FILE_ID } from "../support/newsroom/store.js";

/** Types, with names that every JavaScript object has. */
export const TYPES = ["articles", "users", "categories", "tags", "files", "constructor"] as const;

export const FIELDS = [
  ..."title content published created_at author categories username email password articles name label".split(" "),
  ..."bytes uploaded_at status note details owner previous tags constructor toString valueOf hasOwnProperty".split(" "),
] as const;

/** What has broken servers before. */
export const ODD = [
  ..."__proto__ constructor prototype toString hasOwnProperty then id type lid links meta @context".split(" "),
  ..."null undefined true NaN -0 1e999 0x1 01 +1 1.0 9007199254740993 -1 [] {} .. %00 ' \" ; , . * ` \\".split(" "),
  ...[
    "",
    " ",
    "\u0000",
    "\u2028",
    "ü",
    "\ud83d\ude00",
    "a\r\nSet-Cookie: x=1",
    "<script>",
    "{{7*7}}",
    "1; drop table articles",
  ],
] as const;

const IDS = ["1", "4", "25", "99", "blue", "a/b?c#d", "grün", "__proto__", "100%", FILE_ID, OTHER_FILE_ID] as const;

export const odd: fc.Arbitrary<string> = fc.constantFrom(...ODD);
export const field: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...FIELDS) },
  { weight: 2, arbitrary: odd },
  { weight: 1, arbitrary: fc.string({ maxLength: 6 }) },
);
export const id: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...IDS) },
  { weight: 1, arbitrary: odd },
  { weight: 1, arbitrary: fc.uuid() },
  { weight: 1, arbitrary: fc.integer().map(String) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 8 }) },
);
export const type: fc.Arbitrary<string> = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...TYPES) },
  { weight: 1, arbitrary: odd },
);
/** Text as a person or a machine might send it. */
export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: odd },
  { weight: 2, arbitrary: id },
  { weight: 2, arbitrary: fc.string({ unit: codePoint, maxLength: 20 }) },
  { weight: 1, arbitrary: fc.constant("x".repeat(300)) },
);
