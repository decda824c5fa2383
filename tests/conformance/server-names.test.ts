import { toOne, trestle } from "trestle";
import { expect } from "vitest";
import { z } from "zod";
import { proves } from "../support/conformance/proves.js";
import { routed } from "../support/routed.js";

const t = trestle();
const make = (type: string, attribute: string, relationship: string) => () =>
  routed(
    t.resource(type, {
      id: z.int(),
      attributes: { [attribute]: z.string() },
      relationships: { [relationship]: toOne("a") } as never, // the compiler would refuse names that it cannot see
    }),
  );
const RESERVED = "+,.[]!\"#$%&'()*/:;<=>?@\\^`{|}~\u0000\u001f\u007f";

proves(
  [
    "member-name-character",
    "member-name-allowed-characters-only",
    "member-name-globally-allowed",
    "member-name-reserved-characters",
  ],
  "a type, an attribute or a relationship of a name that the standard does not allow cannot be declared",
  () => {
    const illegal = [
      "",
      "-a",
      "a-",
      "_a",
      "a_",
      " a",
      "a ",
      "-",
      ...[...RESERVED].flatMap((sign) => [sign, `a${sign}b`]),
    ];
    for (const name of illegal) {
      expect(make(name, "b", "c"), name).toThrow("is not a legal JSON:API member name");
      expect(make("a", name, "c"), name).toThrow("is not a legal JSON:API member name");
      expect(make("a", "b", name), name).toThrow("is not a legal JSON:API member name");
    }
    for (const name of ["x", "0", "aB-c_d e", "größe", "名前"])
      expect(make(name, `${name}1`, `${name}2`)).not.toThrow();
  },
);

proves(["resource-fields"], "fields that share a name, or have one that identifies, cannot be declared", () => {
  expect(make("a", "b", "b")).toThrow("share one namespace");
  for (const name of ["type", "id"]) {
    expect(make("a", name, "c")).toThrow("JSON:API gives that name");
    expect(make("a", "b", name)).toThrow("JSON:API gives that name");
  }
});
