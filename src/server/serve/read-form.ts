import { madeOnce } from "../../schema/made-once.js";
import type { z } from "zod";
import type { InputReader } from "../../protocol/body/input-reader.js";
import { parseJson } from "../../protocol/body/parse-document.js";
import { pointer } from "../../protocol/body/pointer.js";
import { validationError } from "../../protocol/body/validation-errors.js";
import { contentTooLarge, httpError } from "../../protocol/errors/http-error.js";
import { errorObject, type ErrorObject, RequestError } from "../../protocol/errors/request-error.js";
import type { Limits } from "../../protocol/limits.js";
import { parseQueryString, parseFailure, ParseFailure, parseValue } from "../../protocol/query/query-string.js";
import { quoteShort } from "../../protocol/text/json-text.js";
import {
  type EarlyChecks,
  earlyChecks,
  type FileMember,
  fileMembers,
  inputMembers,
  takesOtherMembers,
} from "../../schema/input-schema.js";
import { takesAbsence } from "../../schema/presence.js";
import { formValue, type QueryValue } from "../../schema/query-value.js";
import { schemaNode } from "../../schema/schema-node.js";
import { TYPE_NOTE } from "../../wire/headers.js";
import { JSON_PART } from "../../wire/json-part.js";
import { FORM, type URLENCODED } from "../../wire/media-types.js";
import { type FormPart, type FormReceiver, malformedForm, type PartHead } from "../form.js";
import type { RequestState } from "../kernel/request-state.js";

/**
 * Compiles the reader of a form. Files are parts. Every other member is a text, as an HTML form sends it, or JSON: where no text can be
 * such a value, and in a part that says so, as our client's do.
 */
export function compileReadForm(input: z.ZodType, reader: InputReader, bodySize: number, limits: Limits) {
  const shape = formShape(input);
  return async (state: RequestState, type: typeof FORM | typeof URLENCODED): Promise<unknown> => {
    const form = new Form(shape, bodySize, limits);
    if (type === FORM) await state.readForm(form);
    else readPairs((await state.readText(Math.min(bodySize, limits.bodySize))) ?? "", form);
    return reader.read(form.values(), state.request.header(TYPE_NOTE));
  };
}

const MAX_PARTS = 1000;

/** Reads `title=Hello&count=1`. */
function readPairs(text: string, form: Form): void {
  for (const { name, value, rawName } of parseQueryString(text)) {
    if (name === undefined || value === undefined)
      throw malformedForm(`The field ${quoteShort(rawName)} has an invalid percent-encoding.`);
    form.begin({ name, filename: undefined, type: "" }).end(value);
  }
}

/** A member that takes files. */
interface Files {
  readonly takes: FileMember;
  readonly schema: z.ZodType;
  readonly early: EarlyChecks;
  readonly isRequired: boolean;
}

/** What the schema of an input says about the parts of a form. */
function formShape(input: z.ZodType) {
  const members = inputMembers(input);
  const takesOthers = takesOtherMembers(input);
  const kinds = fileMembers(input);
  const files = new Map<string, Files>();
  const texts = new Map<string, QueryValue>(); // the members that a text can be
  for (const [name, schema] of members) {
    const takes = kinds.get(name);
    if (takes) files.set(name, { takes, schema, early: earlyChecks(schema), isRequired: !takesAbsence(schema) });
    const value = formValue(schema);
    if (value !== undefined) texts.set(name, value);
  }
  return { files, texts, allows: (name: string) => takesOthers || members.has(name) };
}

type FormShape = ReturnType<typeof formShape>;

/** The parts of one request. */
class Form implements FormReceiver {
  readonly bodySize: number;
  readonly nesting: number;
  readonly #shape: FormShape;
  /** The number of bytes that its texts may still have. They are kept in memory, so that the limit of a JSON body counts. */
  #textLeft: number;
  readonly #textSize: number;
  #count = 0;
  readonly #texts = new Map<string, unknown>();
  readonly #lists = new Map<string, unknown[]>();
  readonly #errors: ErrorObject[] = [];
  readonly #files = new Map<string, (File | undefined)[]>();

  constructor(shape: FormShape, bodySize: number, { bodySize: textSize, nesting }: Limits) {
    this.bodySize = bodySize;
    this.nesting = nesting;
    this.#shape = shape;
    this.#textSize = Math.min(bodySize, textSize);
    this.#textLeft = this.#textSize;
  }

  begin({ name, filename, type }: PartHead): FormPart {
    if (++this.#count > MAX_PARTS)
      throw new RequestError([httpError(413, `The form has more than ${MAX_PARTS} parts, which is the maximum.`)]);
    if (name === undefined)
      throw malformedForm('A part of the form lacks a name. Write Content-Disposition: form-data; name="…".');
    if (!this.#shape.allows(name)) throw unknownPart(name);
    const files = this.#shape.files.get(name);
    const isJson = filename === JSON_PART;
    // Browsers send an empty name for a file field that was left empty.
    if (files !== undefined && filename && !isJson) return this.#beginFile(name, filename, type, files);
    const value = isJson ? undefined : this.#shape.texts.get(name);
    const isTaken = this.#texts.has(name) || this.#files.has(name);
    if (value?.list ? isTaken : isTaken || this.#lists.has(name)) throw repeatedPart(name);
    return {
      file: undefined,
      grow: (bytes) => {
        this.#textLeft -= bytes;
        if (this.#textLeft < 0) throw contentTooLarge(this.#textSize);
      },
      end: this.#beginText(name, value, files !== undefined, isJson) as (content: string | File) => void, // not a file
    };
  }

  #beginText(name: string, value: QueryValue | undefined, isFile: boolean, isJson: boolean): (text: string) => void {
    if (!value?.list) {
      this.#texts.set(name, undefined);
      return (text) => {
        if (text !== "" || !isFile) this.#texts.set(name, this.#readText(name, text, value, isJson));
      };
    }
    const list = madeOnce(this.#lists, name, () => []);
    const index = list.push(undefined) - 1; // parts can end in another order
    return (text) => {
      list[index] = readFormText(name, text, value, this.#errors);
    };
  }

  #readText(name: string, text: string, value: QueryValue | undefined, isJson: boolean): unknown {
    if (value) return readFormText(name, text, value, this.#errors);
    const file = isJson ? undefined : this.#shape.files.get(name);
    try {
      return parsePart(name, text, this.nesting);
    } catch (error) {
      // A text in place of a file, such as `-F file=a.txt` without the @. The schema says that it must be a file.
      if (file === undefined || !isMalformed(error)) throw error;
      return file.takes === "list" ? [text] : text;
    }
  }

  #beginFile(name: string, filename: string, type: string, { takes, schema, early }: Files): FormPart {
    const list = this.#files.get(name) ?? [];
    if (this.#texts.has(name) || this.#lists.has(name) || (takes === "one" && list.length > 0))
      throw repeatedPart(name);
    const index = list.push(undefined) - 1;
    this.#files.set(name, list);
    const file = { name: lastSegment(filename), type };
    if (NO_FILE.test(file.name))
      throw malformedForm(
        `The part ${quoteShort(name)} has the file name ${quoteShort(file.name)}, which cannot be a file.`,
      );
    const refuseIf = (issues: readonly z.core.$ZodIssue[], path: PropertyKey[]) => {
      if (issues.length === 0) return;
      const rejected = { json: list, node: schemaNode(schema, "input"), field: name, pointer: pointer("", name) };
      throw new RequestError(issues.map((issue) => validationError({ ...issue, path }, rejected)));
    };
    let size = 0;
    const grow = (bytes: number) => {
      size += bytes;
      refuseIf(early.file(file.name, type, size), takes === "one" ? [] : [index]);
    };
    if (takes === "list") refuseIf(early.list(list.length), []);
    grow(0);
    return {
      file,
      grow,
      end: (content) => {
        list[index] = content as File; // `file` is set
      },
    };
  }

  /** The input, before its schema parses it. */
  values(): Readonly<Record<string, unknown>> {
    if (this.#errors.length > 0) throw new RequestError(this.#errors);
    const entries: [string, unknown][] = [...this.#texts].filter(([, value]) => value !== undefined);
    for (const [name, list] of this.#lists) entries.push([name, list.filter((item) => item !== undefined)]);
    for (const [name, { list, optional }] of this.#shape.texts) {
      if (list && !optional && !this.#lists.has(name) && !this.#texts.has(name)) entries.push([name, []]);
    }
    for (const [name, { takes, isRequired }] of this.#shape.files) {
      const files = this.#files.get(name);
      if (files !== undefined) entries.push([name, takes === "one" ? files[0] : files]);
      // A form has no other way to send an empty list.
      else if (takes === "list" && isRequired && this.#texts.get(name) === undefined) entries.push([name, []]);
    }
    return Object.fromEntries(entries);
  }
}

/** Names of folders, and what would end a name in the file system. */
const NO_FILE = /^\.{1,2}$|\0/;

/** The name of a file without its folders, which some clients send. A path must not choose where a handler writes. */
function lastSegment(filename: string): string {
  return filename.slice(Math.max(filename.lastIndexOf("/"), filename.lastIndexOf("\\")) + 1);
}

function parsePart(name: string, text: string, nesting: number): unknown {
  try {
    return parseJson(text, nesting);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const source = { pointer: pointer("", name) };
    const what = `The part ${quoteShort(name)} must be JSON text, such as [{"sku":"a"}].`;
    throw new RequestError(
      error.errors.map(({ code, detail, ...rest }) => ({
        ...rest,
        code,
        source,
        detail: code === "malformed_json" ? what : detail,
      })),
    );
  }
}

function isMalformed(error: unknown): boolean {
  return error instanceof RequestError && error.errors.every(({ code }) => code === "malformed_json");
}

function unknownPart(name: string): RequestError {
  const detail = `The input has no member ${quoteShort(name)}. Remove this part of the form.`;
  return new RequestError([errorObject("unknown_field", detail, { pointer: pointer("", name) })]);
}

function repeatedPart(name: string): RequestError {
  const detail = `The form has several parts ${quoteShort(name)}, but the member takes one value.`;
  return new RequestError([errorObject("invalid_document", detail, { pointer: pointer("", name) })]);
}

/**
 * Reads a text of an HTML form as the JSON of a member, as a query string is read. Undefined for a field that was left empty, unless the
 * empty text is a value.
 */
function readFormText(name: string, text: string, value: QueryValue, errors: ErrorObject[]): unknown {
  if (text === "" && value.kind !== "string" && !value.literals.has("")) {
    if (value.optional || value.list) return undefined;
    if (value.nullable) return null;
  }
  const parsed = parseValue(text, { ...value, list: false, nullable: false });
  if (parsed instanceof ParseFailure) {
    const source = { pointer: pointer("", name) };
    errors.push({ ...errorObject("invalid_type", parseFailure(name, text, parsed), source), meta: { path: [name] } });
    return undefined;
  }
  if (parsed instanceof Date) return parsed.toISOString();
  return typeof parsed === "bigint" ? String(parsed) : parsed;
}
