import { describe, expect, test } from "vitest";
import { z } from "zod";
import { toMany, toOne } from "../api/relationship.js";
import { trestle } from "../api/trestle.js";

const t = trestle();
const isVisible = () => true;

const people = t.resource("people", {
  id: z.int(),
  attributes: { name: z.string(), password: z.string(), text: z.string() },
  relationships: { doctor: toOne("people"), friends: toMany("people"), notes: toMany("notes") },
  writeOnly: ["password", "doctor", "text"],
});
const notes = t.resource("notes", {
  id: z.int(),
  attributes: { text: z.string(), rating: z.int(), place: z.string() },
  relationships: { author: toOne("people"), sources: toMany("notes") },
  visible: { rating: isVisible, place: isVisible },
});

type Operations = Record<string, (...rest: unknown[]) => object>;
// Operations that do not compile: the same mistakes are caught where types are not looked at.
const [person, note] = [people, notes] as unknown as [Operations, Operations];

/** Registers one operation, of people unless its name says otherwise. */
function registering(name: string, ...rest: unknown[]): () => unknown {
  const [type, kind = ""] = name.split(".");
  const operation = (type === "notes" ? note : person)[kind]?.(...rest, () => []) as never;
  const none = [] as const;
  return () =>
    t.router({
      people: people.routes(...(type === "people" ? [operation] : none)),
      notes: notes.routes(...(type === "notes" ? [operation] : none)),
    });
}

describe("what is writeOnly", () => {
  const tells = "so a search would reveal its value.";

  test.each<[operation: [string, ...rest: unknown[]], message: string]>([
    [
      ["people.getMany", { filter: { password: z.string() } }],
      `people.getMany: filter "password" uses a writeOnly field of "people", ${tells}`,
    ],
    [
      ["people.getMany", { sort: { name: "asc", password: "desc" } }],
      `people.getMany: sort "password" uses a writeOnly field of "people", ${tells}`,
    ],
    [
      ["people.getOne", { include: ["friends", "doctor"] }],
      'people.getOne: include "doctor" uses a writeOnly field of "people", so it cannot be included.',
    ],
    [
      ["notes.getMany", { filter: { author__friends__password__is: z.string() } }],
      `notes.getMany: filter "author__friends__password__is" uses a writeOnly field of "people", ${tells}`,
    ],
    [
      ["notes.getRelated", "author", { filter: { password: z.string() } }],
      `notes.getRelated("author"): filter "password" uses a writeOnly field of "people", ${tells}`,
    ],
    [["people.getRelated", "doctor"], 'people.getRelated("doctor"): "doctor" is writeOnly, so it cannot be read.'],
    [
      ["people.getRelationship", "doctor"],
      'people.getRelationship("doctor"): "doctor" is writeOnly, so it cannot be read.',
    ],
  ])("cannot be asked for %#", (operation, message) => {
    expect(registering(...operation)).toThrow(new TypeError(message));
  });

  test("a writeOnly field does not affect a field of the same name of another type", () => {
    expect(registering("people.getRelated", "notes", { filter: { text: z.string() }, sort: ["text"] })).not.toThrow();
    expect(registering("notes.getMany", { filter: { text: z.string(), author__name: z.string() } })).not.toThrow();
  });

  test("can be written", () => {
    expect(registering("people.editRelationship", "doctor")).not.toThrow();
  });
});

describe("what is hidden from some", () => {
  const free = "a sort without a list of names could use hidden fields (rating, place). List the names that it allows.";

  test.each<[operation: [string, ...rest: unknown[]], message: string]>([
    [["notes.getMany", { sort: z.string() }], `notes.getMany: ${free}`],
    [["people.getRelated", "notes", { sort: z.string() }], `people.getRelated("notes"): ${free}`],
    [
      ["notes.getMany", { filter: { rating__above: z.int() } }],
      'notes.getMany: the filter "rating__above" is required, but its field is hidden from some users. Make it optional.',
    ],
    [
      ["people.getRelated", "notes", { filter: { rating: z.int() } }],
      'people.getRelated("notes"): the filter "rating" is required, but its field is hidden from some users. Make it optional.',
    ],
  ])("cannot be needed, nor used unnoticed %#", (operation, message) => {
    expect(registering(...operation)).toThrow(new TypeError(message));
  });

  test.each<[operation: [string, ...rest: unknown[]]]>([
    [["notes.getMany", { sort: ["rating"], filter: { rating__above: z.int().optional(), text: z.string() } }]],
    [["people.getMany", { sort: z.string() }]],
    [["people.getMany", { filter: { rating: z.int() } }]],
    [["notes.getRelated", "author", { filter: { rating: z.int() } }]],
  ])("may be searched by those who see it, and is nobody else's %#", (operation) => {
    expect(registering(...operation)).not.toThrow();
  });
});
