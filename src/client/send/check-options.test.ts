import { afterEach, describe, expect, test, vi } from "vitest";
import { createClient } from "../create-client.js";
import { fakeServer } from "../fixtures/fake-server.js";

afterEach(() => void vi.useRealTimers());

const refusal = (options: object): string => {
  try {
    createClient({ url: "https://example.org/api", ...options });
  } catch (error) {
    return (error as Error).message;
  }
  return "";
};

describe("createClient refuses", () => {
  test.each(["https://example.org/api?x=1", "https://example.org/api?", "/api#top", "https://example.org/#"])(
    "the url %j",
    (url) => {
      expect(refusal({ url })).toBe(`createClient: url must end before any "?" or "#"; it is "${url}".`);
    },
  );

  test.each([
    "https://user:secret@example.org/api",
    "https://secret@example.org/api",
    "//user:secret@example.org/api",
    "\\\\user:secret@example.org/api",
    " https:user:secret@example.org/api",
    "http:user:secret@example.org/api",
    "app://user:secret@example.org/api",
    "https://user:secret@example.org/api?x",
    "https://user:secret@:99999/",
  ])("the url %j, without repeating the password", (url) => {
    expect(refusal({ url })).toBe("createClient: url must be valid, without a user name or a password.");
    expect(refusal({ url })).not.toContain("secret");
  });

  test.each([0, -1, Number.NaN, 2 ** 31, Number.MAX_SAFE_INTEGER, Number.NEGATIVE_INFINITY])(
    "the timeout %d",
    (timeout) => {
      expect(refusal({ timeout })).toBe(
        `createClient: timeout must be from 1 to 2147483647 milliseconds, or Infinity for no limit; it is ${timeout}.`,
      );
    },
  );
});

test.each([1, 2 ** 31 - 1, Number.POSITIVE_INFINITY, undefined])(
  "a timeout of %s leaves a call its time",
  async (timeout) => {
    vi.useFakeTimers();
    const { client } = fakeServer({ data: [] }, { timeout });
    expect(await client.articles!.list()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  },
);

test.each(["https://example.org/a@b", "/api/@me", "https://[::1]:3000/api", ""])("the url %j is taken", (url) => {
  expect(refusal({ url })).toBe("");
});

test("the password of the page's own URL goes nowhere", async () => {
  Object.assign(globalThis, { location: { href: "https://user:secret@shop.example/cart" } });
  try {
    const { client, requests } = fakeServer({ data: [] }, { url: "/api" });
    await client.articles!.list();
    expect(requests[0]!.url).toBe("https://shop.example/api/articles");
  } finally {
    Reflect.deleteProperty(globalThis, "location");
  }
});
