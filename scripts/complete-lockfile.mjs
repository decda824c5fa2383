// npm leaves a platform's binary out of package-lock.json when the registry that wrote the file does not carry it
// (a partial mirror, say), and `npm ci` then refuses the file everywhere. This adds the missing entries by name:
// version, os and cpu, without an integrity hash. Run it after `npm install`; it changes nothing when nothing is missing.
// `--check` only reports, and fails when something is missing.
import { readFileSync, writeFileSync } from "node:fs";

const file = "package-lock.json";
const lock = JSON.parse(readFileSync(file, "utf8"));
const systems = ["android", "darwin", "freebsd", "linux", "openbsd", "openharmony", "win32"];
const processors = { gnueabihf: "arm", musleabihf: "arm", arm: "arm", arm64: "arm64", x64: "x64", ia32: "ia32" };
const added = [];

for (const [path, { optionalDependencies = {}, dev }] of Object.entries({ ...lock.packages })) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const words = name.split("/").at(-1).split("-");
    const system = systems.find((candidate) => words.includes(candidate));
    if (!system || isLocked(path, name)) continue;

    const word = words[words.indexOf(system) + 1];
    lock.packages[`node_modules/${name}`] = {
      version,
      cpu: [processors[word] ?? word],
      ...(dev && { dev }),
      ...(words.at(-1).startsWith("musl") && { libc: ["musl"] }),
      ...(words.at(-1).startsWith("gnu") && { libc: ["glibc"] }),
      optional: true,
      os: [system],
    };
    added.push(name);
  }
}

for (const name of added) console.log(`missing from ${file}: ${name}`);
if (process.argv.includes("--check")) process.exit(added.length > 0 ? 1 : 0);
if (added.length > 0) {
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en")));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}

/** npm looks for a package beside its dependent first, then in every folder above it. */
function isLocked(path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(folder.lastIndexOf("/node_modules/"), 0))) {
    if (lock.packages[`${folder ? `${folder}/` : ""}node_modules/${name}`]) return true;
    if (folder === "") return false;
  }
}
