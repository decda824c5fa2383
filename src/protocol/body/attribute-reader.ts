import type { z } from "zod";
import type { TypeNote } from "../../wire/notes/note.js";
import { derivedSchema } from "../../schema/derived-schema.js";
import type { SchemaNode } from "../../schema/node.js";
import { mayWait, type SchemaResult, runSchema } from "../../schema/run-schema.js";
import { takesAbsence } from "../../schema/presence.js";
import { type QuickCheck, quickCheck } from "../../schema/quick-check.js";
import { schemaNode } from "../../schema/schema-node.js";
import { type MaybePromise, whenReady } from "../maybe-promise.js";
import { MAX_ERRORS, type ErrorObject, errorObject } from "../errors/request-error.js";
import { type AllowedTypes, NO_TYPES, NoteMismatch, reviveSent, applicableNote } from "../notes/request-notes.js";
import { PER_VALUE, schemaNote } from "../notes/schema-note.js";
import { validationError } from "./validation-errors.js";
import { TYPE_NOTE } from "../../wire/headers.js";

/** A value that its schema accepted. */
export interface Parsed {
  readonly value: unknown;
}

/** Parses a value in a request's body with its Zod schema. */
export class AttributeReader {
  readonly #name: string | undefined;
  readonly #node: SchemaNode;
  /** Parses plain JSON. */
  readonly #json: z.core.$ZodType;
  /** Parses values that type notes have already revived. */
  readonly #exact: z.core.$ZodType;
  /** Whether the schema leaves the type of a value open, so that the request's type notes count. */
  readonly #isOpen: boolean;
  /** Undefined if values must be parsed with the schema. */
  readonly #passes: QuickCheck | undefined;
  readonly #allowedTypes: AllowedTypes;
  /** Whether a create must send the attribute. */
  readonly isRequired: boolean;
  /** Whether the schema may be asynchronous. */
  readonly #waits: boolean;

  /**
   * @param name The attribute's name, or undefined for the schema of a whole body.
   * @param allowedTypes More types that the request's type notes may use.
   */
  constructor(name: string | undefined, schema: z.ZodType, allowedTypes: AllowedTypes = NO_TYPES) {
    this.#name = name;
    this.#node = schemaNode(schema, "input");
    this.#json = derivedSchema(schema, "json");
    this.#exact = derivedSchema(schema, "exact");
    this.#waits = mayWait(schema);
    this.#isOpen = schemaNote(schema, "input") === PER_VALUE;
    this.#passes = quickCheck(schema);
    this.#allowedTypes = allowedTypes;
    this.isRequired = !takesAbsence(schema);
  }

  /** The value for a create that does not send the attribute: a default, or `{ value: undefined }`. Undefined if it is required. */
  get absent(): MaybePromise<Parsed | undefined> {
    if (this.isRequired) return undefined;
    return whenReady(this.#parse(this.#exact, undefined), (result) =>
      result.success ? { value: result.data } : undefined,
    );
  }

  /**
   * Parses a value. If it is invalid, adds errors and returns undefined. Returns a promise only if a check does.
   *
   * @param note The request's type note for the value; null if the request has notes and none for this value. It counts only
   *   where the schema leaves the type open. Undefined for a plain client: the schema then guesses the type.
   */
  read(value: unknown, at: string, errors: ErrorObject[], note?: TypeNote | null): MaybePromise<Parsed | undefined> {
    return this.#passes?.(value) ? { value } : this.#readWithSchema(value, at, errors, note);
  }

  #readWithSchema(
    value: unknown,
    at: string,
    errors: ErrorObject[],
    note: TypeNote | null | undefined,
  ): MaybePromise<Parsed | undefined> {
    const accept = (result: SchemaResult) => this.#accept(result, value, at, errors);
    if (!this.#isOpen || note === undefined) return whenReady(this.#parse(this.#json, value), accept);
    let revived: unknown;
    try {
      revived = reviveSent(value, applicableNote(value, note, this.#node), this.#allowedTypes);
    } catch (error) {
      if (!(error instanceof NoteMismatch)) throw error;
      errors.push(noteMismatch(at));
      return undefined;
    }
    // A string without a note stays a string, even if a union could parse it as a date.
    return whenReady(this.#parse(this.#exact, revived), (exact) =>
      exact.success ? accept(exact) : whenReady(this.#parse(this.#json, revived), accept),
    );
  }

  /** Stops at the first issue. Only small values are parsed again to collect the other issues. */
  #parse(schema: z.core.$ZodType, value: unknown): MaybePromise<SchemaResult> {
    if (this.#waits) return runSchema(schema, value, isLarge(value), true); // the application's functions must run only once
    return whenReady(runSchema(schema, value, true, this.#waits), (outcome) =>
      outcome.success || isLarge(value) ? outcome : runSchema(schema, value, false, this.#waits),
    );
  }

  #accept(result: SchemaResult, json: unknown, at: string, errors: ErrorObject[]): Parsed | undefined {
    if (result.success) return { value: result.data };
    for (const issue of result.issues.slice(0, MAX_ERRORS))
      errors.push(validationError(issue, { json, node: this.#node, field: this.#name, pointer: at }));
    return undefined;
  }
}

/** The maximum number of nested values for which all issues are collected. */
const MAX_VALUES = 1000;

function isLarge(value: unknown): boolean {
  let count = 0;
  const isBeyond = (part: unknown): boolean => {
    if (++count > MAX_VALUES) return true;
    return typeof part === "object" && part !== null && Object.values(part).some(isBeyond);
  };
  return isBeyond(value);
}

function noteMismatch(at: string): ErrorObject {
  const detail = `The value does not match its type note in meta.trestle or in the header ${TYPE_NOTE}.`;
  return errorObject("invalid_type", detail, { pointer: at });
}
