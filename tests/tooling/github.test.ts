import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parseDocument } from "yaml";

// GitHub reads these files, and reports a mistake only when somebody pushes, or opens an issue.

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly uses?: string;
  readonly needs?: string | readonly string[];
  readonly with?: Readonly<Record<string, unknown>>;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly "timeout-minutes"?: number;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> };
  readonly steps?: readonly Step[];
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}
interface Form {
  readonly name: string;
  readonly description: string;
  readonly body: readonly {
    readonly type: string;
    readonly id?: string;
    readonly attributes: { readonly label?: string; readonly value?: string };
  }[];
}

/** A file as YAML 1.2. A key that is there twice is a mistake, too. */
function yaml<T>(path: string): T {
  const document = parseDocument(readFileSync(path, "utf8"), { prettyErrors: true });
  expect([...document.errors, ...document.warnings], path).toEqual([]);
  return document.toJS();
}

const workflows = readdirSync(".github/workflows").map((name) => join(".github/workflows", name));
const stepsOf = ({ jobs }: Workflow) => Object.values(jobs).flatMap(({ steps = [] }) => steps);

test.each(workflows)("%s pins each action to a commit, reads only, and ends in time", (path) => {
  const workflow = yaml<Workflow>(path);
  expect(workflow.permissions).toEqual({ contents: "read" });
  for (const [name, { uses, steps, ...job }] of Object.entries(workflow.jobs)) {
    if (uses !== undefined) expect(statSync(uses).isFile()).toBe(true);
    else expect(job["timeout-minutes"], name).toBeLessThanOrEqual(90);
  }
  const used = [...readFileSync(path, "utf8").matchAll(/ uses: ([^.\n].*)$/gm)].map(([, action]) => action);
  expect(used).toHaveLength(stepsOf(workflow).filter(({ uses }) => uses !== undefined).length);
  for (const action of used) expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test("CI runs .ci/run, on each version of Node", () => {
  const { jobs } = yaml<Workflow>(".github/workflows/ci.yml");
  expect(Object.keys(jobs)).toEqual(["lint", "all"]);
  expect(jobs.all?.needs).toBe("lint");
  expect(jobs.lint?.steps?.flatMap(({ run }) => run ?? [])).toEqual(["npm ci", "npm run lint", "npm run typecheck"]);
  expect(jobs.all?.steps?.map(({ run }) => run)).toContain(".ci/run");
  const { engines } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(jobs.all?.strategy?.matrix.node).toEqual([engines.node.replace(">=", ""), "22", "24"]);
  expect(statSync(".ci/run").mode & 0o111).not.toBe(0);
});

test("after a merge, tests also run elsewhere: on the newest Node, other systems and other runtimes", () => {
  const { on, jobs } = yaml<Workflow>(".github/workflows/elsewhere.yml");
  expect(Object.keys(on).sort()).toEqual(["push", "workflow_dispatch"]);
  const runs = (name: string) => jobs[name]?.steps?.flatMap(({ run }) => run ?? []);
  expect(runs("newest-node")).toEqual(["npm ci", "npm test"]);
  expect(jobs["newest-node"]?.steps?.map((step) => step.with?.["node-version"])).toContain("26");
  expect(jobs.systems?.strategy?.matrix.os).toEqual(["windows-latest", "macos-latest"]);
  expect(runs("runtimes")).toContain("npm run check runtimes");
});

test("a release runs CI and the check first, and publishes each package with provenance", () => {
  const { on, jobs } = yaml<Workflow>(".github/workflows/release.yml");
  expect(on).toEqual({ push: { tags: ["v[0-9]+.[0-9]+.[0-9]+"] } });
  expect([jobs.ci?.needs, jobs.pack?.needs, jobs["site-build"]?.needs]).toEqual(["check", "check", "check"]);
  expect([jobs.npm?.needs, jobs.github?.needs]).toEqual([["ci", "site-build", "pack"], "npm"]);
  expect(jobs.ci?.uses).toBe("./.github/workflows/ci.yml");
  const runs = (name: string) => jobs[name]?.steps?.flatMap(({ run }) => run ?? []);
  expect(runs("check")).toEqual([
    'git merge-base --is-ancestor "$GITHUB_SHA" origin/main',
    "npm ci --ignore-scripts",
    'npm run check release -- "$GITHUB_REF_NAME"',
  ]);
  expect(yaml<Workflow>(".github/workflows/ci.yml").on).toHaveProperty("workflow_call");
  expect(jobs.npm?.permissions).toEqual({ contents: "read", "id-token": "write" });
  expect(jobs.github?.permissions).toEqual({ contents: "write" });
  // The job that has the token of npm runs nothing else: no code of the repository, and none of its dependencies.
  expect(runs("npm")).toEqual(
    ["trestle", "create-trestle"].map(
      (name) =>
        `test -n "$(npm view "${name}@\${GITHUB_REF_NAME#v}" version)" || npm publish "./${name}-\${GITHUB_REF_NAME#v}.tgz" --access public --provenance`,
    ),
  );
});

test("a release packs a README whose pictures have whole addresses, which npm needs", () => {
  const { jobs } = yaml<Workflow>(".github/workflows/release.yml");
  const rewrite = jobs.pack?.steps?.find(({ run }) => run?.includes("README.md"))?.run ?? "";
  const folder = mkdtempSync(join(tmpdir(), "trestle-pack-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync("README.md", join(folder, "README.md"));
  const env = { ...process.env, GITHUB_REPOSITORY: "owner/trestle", GITHUB_REF_NAME: "v1.2.3" };
  expect(spawnSync("bash", ["-c", rewrite], { cwd: folder, env }).status).toBe(0);
  const addresses = (path: string) =>
    [...readFileSync(path, "utf8").matchAll(/<(?:source|img)[^>]* src(?:set)?="([^"]+)"/g)].map(([, to = ""]) => to);
  const base = "https://raw.githubusercontent.com/owner/trestle/v1.2.3/";
  expect(addresses(join(folder, "README.md"))).toEqual(addresses("README.md").map((to) => to.replace("./", base)));
  expect(addresses("README.md")).toHaveLength(8);
});

test("a release deploys the site, and a pull request only builds it", () => {
  const { jobs } = yaml<Workflow>(".github/workflows/release.yml");
  const site = yaml<Workflow>(".github/workflows/site.yml");
  expect([jobs.site?.uses, jobs.site?.needs, jobs.site?.with]).toEqual([
    "./.github/workflows/site.yml",
    "npm",
    { deploy: true },
  ]);
  expect([jobs["site-build"]?.uses, jobs["site-build"]?.with]).toEqual([jobs.site?.uses, { deploy: false }]);
  expect(Object.keys(site.on).sort()).toEqual(["pull_request", "workflow_call", "workflow_dispatch"]);
  expect(site.jobs.deploy).toMatchObject({
    needs: "build",
    if: "inputs.deploy || github.event_name == 'workflow_dispatch'",
  });
  expect(jobs.site?.permissions).toMatchObject(site.jobs.deploy?.permissions ?? {}); // a caller gives what it calls
  expect(site.jobs.build?.steps?.flatMap(({ run }) => run ?? [])).toContain("npm run check site");
});

test("Dependabot updates the actions, and packages only in folders that have a lock file", () => {
  const { updates } = yaml<{ updates: Record<string, unknown>[] }>(".github/dependabot.yml");
  expect(updates.map((each) => [each["package-ecosystem"], each.schedule])).toEqual([
    ["npm", { interval: "weekly" }],
    ["github-actions", { interval: "weekly" }],
  ]);
  for (const folder of [updates[0]?.directories].flat()) {
    expect(statSync(join(".", String(folder), "package-lock.json")).isFile()).toBe(true);
  }
});

const forms = readdirSync(".github/ISSUE_TEMPLATE").filter((name) => name !== "config.yml");

test.each(forms)("GitHub accepts the form %s", (name) => {
  const { body, ...form } = yaml<Form>(join(".github/ISSUE_TEMPLATE", name));
  expect(form.name).toBeTruthy();
  expect(form.description).toBeTruthy();
  const fields = body.filter(({ type }) => type !== "markdown");
  expect(fields.length).toBeGreaterThan(0);
  for (const { type, attributes } of fields) {
    expect(["input", "textarea", "dropdown", "checkboxes"]).toContain(type);
    expect(attributes.label).toBeTruthy();
  }
  const ids = fields.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("each link of the page for new issues says where it leads", () => {
  const { contact_links } = yaml<{ contact_links: Record<string, string>[] }>(".github/ISSUE_TEMPLATE/config.yml");
  for (const link of contact_links) {
    expect(Object.keys(link).sort()).toEqual(["about", "name", "url"]);
    expect(link.url).toMatch(/^https:\/\//);
  }
});
