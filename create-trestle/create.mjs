#!/usr/bin/env node
// npm create trestle@latest [folder] -- [--template api|full] [--no-install] [--yes]
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ask, LEFT } from "./ask.mjs";
import { install, MANAGER } from "./install.mjs";

const TEMPLATES = {
  api: { about: "an API on Fastify, with rows in memory", folder: "my-api", file: "src/api.ts" },
  full: { about: "an API on Postgres, and a React page with live lists", folder: "my-app", file: "api/src/api.ts" },
};
const TEMPLATE = "api";

const USAGE = `npm create trestle@latest [folder] -- [--template api|full] [--no-install] [--yes]

${Object.entries(TEMPLATES)
  .map(([name, { about }]) => `  --template ${name.padEnd(5)} ${about}`)
  .join("\n")}
  --no-install     only write the files
  --yes            ask nothing: the template is "${TEMPLATE}", the folder "${TEMPLATES.api.folder}" (full: "${TEMPLATES.full.folder}")`;

/** A mistake of the person who runs the command. The message is one sentence. */
class Mistake extends Error {}

function readArguments() {
  const options = {
    template: { type: "string" },
    "no-install": { type: "boolean", default: false },
    yes: { type: "boolean", short: "y", default: false },
    help: { type: "boolean", short: "h", default: false },
  };
  const { values, positionals } = parse(options);
  const [folder, another] = positionals;
  if (another !== undefined) throw new Mistake(`Give one folder, not "${folder}" and "${another}".`);
  if (values.template !== undefined) checkTemplate(values.template);
  if (folder !== undefined) checkFolder(folder);
  return { ...values, folder };
}

function parse(options) {
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    // Node adds advice about "--" in further sentences.
    throw new Mistake(`${error.message.split(/\.\s/)[0]}.`.replace(/\.\.$/, "."));
  }
}

function checkTemplate(name) {
  if (!Object.hasOwn(TEMPLATES, name)) {
    throw new Mistake(`"${name}" is not a template: use ${Object.keys(TEMPLATES).join(" or ")}.`);
  }
}

function checkFolder(folder) {
  const target = resolve(folder);
  if (!existsSync(target)) return checkParents(target);
  if (!statSync(target).isDirectory()) throw new Mistake(`"${relative(".", target)}" is a file.`);
  if (readdirSync(target).some((entry) => entry !== ".git")) {
    throw new Mistake(`The folder "${relative(".", target) || "."}" is not empty.`);
  }
}

function checkParents(target) {
  const parent = dirname(target);
  if (parent === target) return;
  if (!existsSync(parent)) return checkParents(parent);
  if (!statSync(parent).isDirectory()) throw new Mistake(`"${relative(".", parent)}" is a file.`);
}

/** The folder and the template. Without a terminal, what the command line leaves out has its default. */
async function complete({ folder, template, yes }) {
  if (!yes && !process.env.CI && process.stdin.isTTY && process.stdout.isTTY) {
    if (folder === undefined || template === undefined) console.log("Trestle: an API and its typed client.\n");
    template ??= await ask("Template", { initial: TEMPLATE, choices: TEMPLATES });
    folder ??= await ask("Folder", { initial: TEMPLATES[template].folder, check: checkFolder });
  }
  template ??= TEMPLATE;
  folder ??= TEMPLATES[template].folder;
  checkFolder(folder);
  return { folder, template };
}

/** Writes the template's files. npm removes every `.gitignore` from what it packs, so the template's has another name. */
function write(template, target) {
  mkdirSync(target, { recursive: true });
  cpSync(new URL(`./templates/${template}/`, import.meta.url), target, { recursive: true });
  renameSync(join(target, "_gitignore"), join(target, ".gitignore"));
  const path = join(target, "package.json");
  const manifest = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, `${JSON.stringify({ ...manifest, name: packageName(target) }, null, 2)}\n`);
}

/** A name that npm accepts. */
function packageName(folder) {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-");
  return name.replace(/^[._-]+/, "") || "my-project";
}

/** The path as a shell takes it: with quotes, if it has a space or another special character. */
function quote(path) {
  if (/^[\w./\\:@+-]+$/.test(path)) return path;
  return process.platform === "win32" ? `"${path}"` : `'${path.replaceAll("'", "'\\''")}'`;
}

async function create({ "no-install": noInstall, ...options }) {
  const { folder, template } = await complete(options);
  const target = resolve(folder);
  const here = relative(".", target);
  write(template, target);
  console.log(`\nThe template "${template}" is in ${here || "this folder"}.`);
  if (!noInstall) {
    const failure = await install(target);
    if (failure !== undefined) throw new Mistake(failure);
  }
  const steps = [here && `cd ${quote(here)}`, noInstall && `${MANAGER} install`, `${MANAGER} run dev`].filter(Boolean);
  console.log(`\nNext:\n${steps.map((step) => `\n  ${step}`).join("")}\n`);
  const { file } = TEMPLATES[template];
  console.log(`Then open http://localhost:3000. The API is in ${file}. README.md has the other commands.`);
}

try {
  const options = readArguments();
  if (options.help) console.log(USAGE);
  else await create(options);
} catch (error) {
  if (error === LEFT) {
    console.log("\nNothing was written.");
    process.exitCode = 130; // as after Ctrl C
  } else {
    console.error(error instanceof Mistake || error.code ? error.message : error);
    process.exitCode = 1;
  }
}
