import type { z } from "zod";
import type { TypeNote } from "../../wire/notes/note.js";
import { derivedSchema } from "../../schema/derived-schema.js";
import type { SchemaNode } from "../../schema/node.js";
import { mayWait } from "../../schema/may-wait.js";
import { takesAbsence } from "../../schema/presence.js";
import { type QuickCheck, quickCheck } from "../../schema/quick-check.js";
import { type SchemaResult, runSchema } from "../../schema/run-schema.js";
import { schemaNode } from "../../schema/schema-node.js";
import { MAX_ERRORS, type ErrorObject, errorObject } from "../errors/request-error.js";
import { type AllowedTypes, NO_TYPES } from "../notes/request-types.js";
import { heardNote } from "../notes/heard-note.js";
import { NoteMismatch, reviveSent } from "../notes/request-notes.js";
import { PER_VALUE, schemaNote } from "../notes/schema-note.js";
import { validationError } from "./validation-errors.js";
import { TYPE_NOTE } from "../../wire/headers.js";

/** A value that its schema accepted. */
export interface Parsed {
  readonly value: unknown;
}

/** Reads a value of a request's body: Zod parses it, from its form in JSON. */
export class AttributeReader {
  readonly #name: string | undefined;
  readonly #node: SchemaNode;
  /** Parses JSON as any client sends it. */
  readonly #json: z.core.$ZodType;
  /** Parses values whose types the request named. */
  readonly #exact: z.core.$ZodType;
  /** Whether only a request can say what a value was before it became JSON. */
  readonly #isOpen: boolean;
  /** Undefined where only the schema can say, or has to be given something else. */
  readonly #passes: QuickCheck | undefined;
  readonly #allowedTypes: AllowedTypes;
  /** Whether a create must send it. */
  readonly isRequired: boolean;
  /** Whether its checks may have to be waited for. */
  readonly #waits: boolean;

  /**
   * @param name The attribute; undefined for a schema of the whole body.
   * @param allowedTypes What a request may name beyond the closed list.
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

  /** What absence means on a create: a default, or undefined where the attribute is optional. Nothing where it is required. */
  get absent(): Parsed | undefined | Promise<Parsed | undefined> {
    if (this.isRequired) return undefined;
    const judge = (result: SchemaResult) => (result.success ? { value: result.data } : undefined);
    const result = this.#parse(this.#exact, undefined);
    return result instanceof Promise ? result.then(judge) : judge(result);
  }

  /**
   * Adds to the problems what is wrong; gives undefined then. A promise only where the schema has asynchronous checks.
   *
   * @param note What the request says that the value was; null if it says that JSON has the value as it is. It counts only
   *   where the schema leaves that open. Undefined if the request says nothing, as a plain client's, and the schema has to
   *   guess.
   */
  read(
    value: unknown,
    at: string,
    problems: ErrorObject[],
    note?: TypeNote | null,
  ): Parsed | undefined | Promise<Parsed | undefined> {
    if (this.#passes?.(value)) return { value };
    const accept = (result: SchemaResult) => this.#accept(result, value, at, problems);
    if (!this.#isOpen || note === undefined) return then(this.#parse(this.#json, value), accept);
    let revived: unknown;
    try {
      revived = reviveSent(value, heardNote(value, note, this.#node), this.#allowedTypes);
    } catch (error) {
      if (!(error instanceof NoteMismatch)) throw error;
      problems.push(undescribed(at));
      return undefined;
    }
    // A string whose note does not say that it is a date is a string, though a union might take it for a date.
    return then(this.#parse(this.#exact, revived), (exact) =>
      exact.success ? accept(exact) : then(this.#parse(this.#json, revived), accept),
    );
  }

  /** Finds the first problem, which is enough to accept a value or not. Others are collected only from small values. */
  #parse(schema: z.core.$ZodType, value: unknown): MaybePromise<SchemaResult> {
    if (this.#waits) return runSchema(schema, value, isLarge(value), true); // the application's functions run once
    return then(runSchema(schema, value, true, this.#waits), (outcome) =>
      outcome.success || isLarge(value) ? outcome : runSchema(schema, value, false, this.#waits),
    );
  }

  #accept(result: SchemaResult, json: unknown, at: string, problems: ErrorObject[]): Parsed | undefined {
    if (result.success) return { value: result.data };
    for (const issue of result.issues.slice(0, MAX_ERRORS))
      problems.push(validationError(issue, { json, node: this.#node, field: this.#name, pointer: at }));
    return undefined;
  }
}

/** Values inside a value, up to which all of its problems are collected. */
const MAX_VALUES = 1000;

function isLarge(value: unknown): boolean {
  let count = 0;
  const isBeyond = (part: unknown): boolean => {
    if (++count > MAX_VALUES) return true;
    return typeof part === "object" && part !== null && Object.values(part).some(isBeyond);
  };
  return isBeyond(value);
}

type MaybePromise<T> = T | Promise<T>;

function then<T, TResult>(value: MaybePromise<T>, make: (value: T) => MaybePromise<TResult>): MaybePromise<TResult> {
  return value instanceof Promise ? value.then(make) : make(value);
}

function undescribed(at: string): ErrorObject {
  const detail = `The value does not match its type note in meta.trestle or in the header ${TYPE_NOTE}.`;
  return errorObject("invalid_type", detail, { pointer: at });
}
