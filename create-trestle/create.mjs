#!/usr/bin/env node
// npm create trestle@latest my-api -- [--template api|full] [--no-install]
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";

const TEMPLATES = {
  api: "Fastify, rows in memory: four files (the default)",
  full: "Fastify, Drizzle on PGlite (Postgres inside Node), React with Vite and live queries",
};

const USAGE = `npm create trestle@latest <folder> -- [--template api|full] [--no-install]

${Object.entries(TEMPLATES)
  .map(([name, about]) => `  --template ${name.padEnd(5)} ${about}`)
  .join("\n")}
  --no-install     only write the files`;

/** The folder and the options of the command line, or undefined if only the usage is wanted. */
function readArguments() {
  const options = {
    template: { type: "string", default: "api" },
    "no-install": { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  };
  const { values, positionals } = parse(options);
  if (values.help) return undefined;
  const [folder, another] = positionals;
  if (folder === undefined) throw new Mistake("Give the name of the folder to create, such as my-api.");
  if (another !== undefined) throw new Mistake(`Give one folder, not "${folder}" and "${another}".`);
  if (!Object.hasOwn(TEMPLATES, values.template)) {
    throw new Mistake(`"${values.template}" is not a template: use ${Object.keys(TEMPLATES).join(" or ")}.`);
  }
  return { folder, template: values.template, install: !values["no-install"] };
}

function parse(options) {
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    // Node adds advice about "--" in further sentences.
    throw new Mistake(`${error.message.split(/\.\s/)[0]}.`.replace(/\.\.$/, "."));
  }
}

/** A mistake of the person who runs the command. The message is one sentence. */
class Mistake extends Error {}

/** Writes the template's files. npm removes every `.gitignore` from what it packs, so the template's has another name. */
function write(template, target, name) {
  if (existsSync(target)) {
    if (!statSync(target).isDirectory()) throw new Mistake(`"${relative(".", target)}" is a file.`);
    if (readdirSync(target).some((entry) => entry !== ".git")) {
      throw new Mistake(`The folder "${relative(".", target) || "."}" is not empty.`);
    }
  }
  mkdirSync(target, { recursive: true });
  cpSync(new URL(`./templates/${template}/`, import.meta.url), target, { recursive: true });
  renameSync(join(target, "_gitignore"), join(target, ".gitignore"));
  const path = join(target, "package.json");
  const manifest = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, `${JSON.stringify({ ...manifest, name }, null, 2)}\n`);
}

/** A name that npm accepts. */
function packageName(folder) {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-");
  return name.replace(/^[._-]+/, "") || "my-api";
}

function run(manager, folder) {
  const shell = process.platform === "win32";
  const { status, error } = spawnSync(manager, ["install"], { cwd: folder, stdio: "inherit", shell });
  if (error || status !== 0) throw new Mistake(`The files are written, but \`${manager} install\` failed.`);
}

try {
  const given = readArguments();
  if (given === undefined) {
    console.log(USAGE);
  } else {
    const target = resolve(given.folder);
    const manager = /^(pnpm|yarn|bun)\//.exec(process.env.npm_config_user_agent ?? "")?.[1] ?? "npm";
    write(given.template, target, packageName(target));
    if (given.install) run(manager, target);
    const here = relative(".", target);
    const steps = [here && `cd ${here}`, !given.install && `${manager} install`, `${manager} run dev`];
    console.log(`\n${steps.filter(Boolean).join("\n")}\n\nREADME.md lists the other commands.`);
  }
} catch (error) {
  console.error(error instanceof Mistake || error.code ? error.message : error);
  process.exitCode = 1;
}
