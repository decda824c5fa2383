import type { Keywords } from "../document/keywords.js";
import { textsOfPattern } from "./pattern-text.js";

const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "2026-01-31T12:00:00.000Z",
  date: "2026-01-31",
  time: "12:00:00",
  duration: "PT1H",
  email: "ann@example.com",
  hostname: "example.com",
  uri: "https://example.com/",
  "uri-reference": "/",
  uuid: "0199f1c6-6a00-7000-8000-000000000001",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  cidrv4: "192.0.2.0/24",
  cidrv6: "2001:db8::/32",
  base64: "aGVsbG8=",
  base64url: "aGVsbG8",
  e164: "+41441234567",
  "json-string": "{}",
};

/** Of other versions: Zod's pattern may contain one. */
const UUIDS = [4, 1, 6].map((version) => `0199f1c6-6a00-${version}000-8000-000000000001`);

/** The beginnings of other texts: an edit sends "New title", and a batch "Another title". */
const BEGINNINGS = ["", "new", "another"];

/** Texts that a schema may allow, the best first. @param variant Which one of several in a list. */
export function textsFor(keywords: Keywords, name: string, variant: number): string[] {
  const { format = "", pattern, minLength = 0, maxLength = Infinity } = keywords;
  const nth = variant === 0 ? "" : `${variant + 1}`;
  const known = knownText(format, variant, nth);
  const words = `${sentenceCase(`${BEGINNINGS[variant] ?? ""} ${name}`)}${variant < BEGINNINGS.length ? "" : nth}`;
  const plain = [name === "id" ? `${variant + 1}` : words, `${name}${nth}`, `text${nth}`, `${variant + 1}`, "a"];
  const patterned =
    pattern === undefined ? [] : textsOfPattern(pattern).flatMap((text) => [...advanced(text, variant), text]);
  const special = known === undefined ? [] : [known, ...(format === "uuid" ? UUIDS : [])];
  const fitted = [...special, ...plain, ...patterned].map((text) => sized(text, minLength, maxLength));
  return [...fitted, ...Object.values(FORMATS)];
}

/** The text of a format. Those of variants differ, because a value may have to be unique. */
function knownText(format: string, variant: number, nth: string): string | undefined {
  const text = FORMATS[format];
  if (/^(e164|ipv[46]|time|uuid)$/.test(format)) return text && advanced(text, variant)[0];
  return text
    ?.replace("ann@", `ann${nth}@`)
    .replace("01-31", `01-${31 - (variant % 22)}`)
    .replace(/com\/$/, `com/${nth}`);
}

const ALPHABETS = ["0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** The texts with one later digit or letter, the last one first. */
function advanced(text: string, by: number): string[] {
  return [...text]
    .flatMap((character, index) => {
      const alphabet = ALPHABETS.find((each) => each.includes(character));
      const later = alphabet?.charAt((alphabet.indexOf(character) + by) % alphabet.length);
      return later ? [[...text].with(index, later).join("")] : [];
    })
    .reverse();
}

/** `created_at` is `Created at`. */
function sentenceCase(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[_\-\s]+/g, " ")
    .trim()
    .toLowerCase();
  return words === "" ? "Text" : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const LONGEST = 10_000;

function sized(text: string, least: number, most: number): string {
  const longer = text.length < least && least <= LONGEST ? text.padEnd(least, text || "x") : text;
  return longer.length > most ? [...longer].slice(0, most).join("") : longer;
}

/** Numbers that a schema may allow, the best first. */
export function numbersFor(keywords: Keywords, variant: number): number[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf = 1 } = keywords;
  const low = Math.max(minimum ?? -Infinity, Number(exclusiveMinimum ?? -Infinity));
  const high = Math.min(maximum ?? Infinity, Number(exclusiveMaximum ?? Infinity));
  const step = multipleOf * variant;
  const first = Math.ceil(Math.max(low, 1) / multipleOf) * multipleOf;
  const last = Math.floor(high / multipleOf) * multipleOf;
  const middle = (low + high) / 2;
  const all = [first + step, first + multipleOf + step, step, last - step, last - multipleOf - step, low, high, middle];
  return all.filter((each) => Number.isFinite(each)).map((each) => (each === 0 ? 0 : each)); // -0 is 0 in JSON
}
