import { expect, test } from "vitest";
import type { Note } from "../../rich/note.js";
import { NoteMismatch, reviveSent } from "./revive-sent.js";

test("gives dates, wherever they stand", () => {
  const note: Note = { at: ["Date"], all: ["set", { "*": ["Date"] }] };
  const time = "2026-11-21T10:00:00.000Z";
  expect(reviveSent({ at: time, all: [time] }, note)).toEqual({ at: new Date(time), all: new Set([new Date(time)]) });
});

test.each(["2026-13-45T99:99:99.999Z", "zzzz-zz-zzTzz:zz:zz.zzzZ", "2026-11-21T10:00:00.000Z?"])(
  "refuses %s as a date",
  (text) => {
    expect(() => reviveSent({ at: text }, { at: ["Date"] })).toThrow(NoteMismatch);
  },
);
