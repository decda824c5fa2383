import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// Assistants find a skill by its name and its description. documents.test.ts runs its code.

const skills = readdirSync("skills");

test("the package has the skills", () => {
  expect(skills.sort()).toEqual(["client", "define", "sources", "writes"]);
  expect(JSON.parse(readFileSync("package.json", "utf8")).files).toContain("skills");
});

test.each(skills)("the skill %s says what it is for", (skill) => {
  const text = readFileSync(`skills/${skill}/SKILL.md`, "utf8");
  const [, name, description = ""] = /^---\nname: (.+)\ndescription: (.+)\n---\n/.exec(text) ?? [];
  expect(name).toBe(`trestle-${skill}`);
  expect(description).toContain("Use it to");
  expect(description.length).toBeLessThanOrEqual(1024);
});
