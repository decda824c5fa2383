import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly license?: string;
}

interface Locked {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
}

const read = <T>(path: string): T => JSON.parse(readFileSync(path, "utf8"));
const manifest = read<Manifest>("package.json");
const [own = [], brought = [], peers = []] = readFileSync("docs/evidence/dependencies.md", "utf8")
  .split("\n\n")
  .filter((block) => block.startsWith("| package |"))
  .map((table) =>
    [...table.matchAll(/^\| `([^`]+)` \| (.+) \| (\S+) \|$/gm)].map(([, name = "", why = "", licence = ""]) => ({
      name,
      why,
      licence,
    })),
  );
const names = (rows: typeof own) => rows.map(({ name }) => name).sort();

/** Licences that ask for no more than to be named. */
const COMPATIBLE = ["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "Apache-2.0"];

test("the page lists what package.json names", () => {
  expect(names(own)).toEqual(Object.keys(manifest.dependencies ?? {}).sort());
  expect(names(peers)).toEqual(Object.keys(manifest.peerDependencies ?? {}).sort());
});

test("and their own dependencies, for the listed ones", () => {
  const { packages } = read<{ packages: Record<string, Locked> }>("package-lock.json");
  const installed = Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== "" && !dev && !devOptional)
    .map(([path]) => path.replace(/^.*node_modules\//, ""));
  const listed = [...names(own), ...names(brought), "zod"];
  expect(installed.sort()).toEqual(listed.sort());
  for (const { name, why } of brought) {
    const parent = read<Manifest>(`node_modules/${why.replaceAll("`", "")}/package.json`);
    expect(Object.keys(parent.dependencies ?? {}), why).toContain(name);
  }
});

test.each([...own, ...brought, ...peers])(
  "the licence of $name is $licence, which is compatible",
  ({ name, licence }) => {
    expect(read<Manifest>(`node_modules/${name}/package.json`).license).toBe(licence);
    expect(COMPATIBLE).toContain(licence);
  },
);
