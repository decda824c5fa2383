import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

test("npm run demo plays five acts, without colours where nobody sees them", { timeout: 120_000 }, () => {
  const { status, stdout, stderr } = spawnSync("npm", ["run", "--silent", "demo"], { encoding: "utf8" });
  expect(status, stderr).toBe(0);
  expect(stdout).toMatch(/^Starting a newsroom with its own Postgres …\n\n1\. /);
  const acts = stdout.split(/^(?=\d\. )/m).slice(1);
  expect(acts.map((act) => act.split("\n")[0])).toEqual([
    "1. You call the client",
    "2. It sends one request",
    "3. The result is joined and typed",
    "4. A mistake does not compile",
    "5. An optimistic write is taken back when the server refuses it",
  ]);
  const [call, url, result, mistake, optimistic = ""] = acts;
  expect(call).toContain('.filter({ title__contains: "harbour", published: true })');
  const query = "filter[title][contains]=harbour&filter[published]=true&sort=-created_at&page[limit]=3&include=author";
  expect(url).toContain(`GET /api/articles?${query}  200`);
  expect(result).toMatch(/, by \w+, in \d{4}\n/);
  expect(mistake?.match(/TS\d+: .*/g)).toEqual([expect.stringMatching(/Did you mean to write 'title__contains'\?$/)]);
  expect(mistake).toContain('Did you mean "filter[title][contains]"?');

  const titled = (label: string) => new RegExp(`^ +${label} +(.+)$`, "m").exec(optimistic)?.[1];
  expect(titled("shown at once")).toBe(/title: "(.+)"/.exec(optimistic)?.[1]);
  expect(titled("the server")).toContain("409");
  expect(titled("taken back")).toBe(titled("the page shows"));
  expect(titled("taken back")).not.toBe(titled("shown at once"));

  expect(stdout.split("\n").length).toBeLessThanOrEqual(45);
  expect(stdout).not.toContain("\u001b");
});
