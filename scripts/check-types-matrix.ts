import { cpSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { install, pack } from "./support/pack.js";
import { SharedCompiler } from "./support/shared-compiler.js";
import { compilers, format } from "./support/tsc.js";

// Compiles the packed types with each supported TypeScript and each module resolution.

const packed = pack();
const { folder } = packed;
install(packed, [
  "zod",
  "fastify",
  "piscina",
  "@asteasolutions/zod-to-openapi",
  "openapi3-ts",
  "fast-content-type-parse",
  "superjson",
  "@types/node",
  "@tanstack/query-core",
]);
cpSync("tests/consumer", folder, { recursive: true });

const resolutions = {
  nodenext: { module: "nodenext", moduleResolution: "nodenext" },
  bundler: { module: "esnext", moduleResolution: "bundler" },
} as const;
const versions = Object.keys(compilers) as (keyof typeof compilers)[];
let failed = false;

writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "consumer", private: true, type: "module" }));
for (const version of versions) {
  const compiler = new SharedCompiler(version);
  for (const [name, resolution] of Object.entries(resolutions)) {
    const declarations = `declarations-${version}-${name}`;
    const options = { ...resolution, target: "es2022", lib: ["ES2023", "DOM", "DOM.AsyncIterable", "DOM.Iterable"] };
    check(`${version} ${name}: define, serve, query`, compiler, {
      compilerOptions: {
        ...options,
        types: ["node"],
        declaration: true,
        emitDeclarationOnly: true,
        outDir: declarations,
      },
      files: ["api.ts", "serve.ts", "client.ts", "sources.ts"],
    });
    cpSync(join(folder, "client.ts"), join(folder, declarations, "program.ts"));
    check(`${version} ${name}: a client of the emitted declarations`, compiler, {
      // No Node types: the client's program is a browser's.
      compilerOptions: { ...options, types: [], noEmit: true },
      files: [`${declarations}/program.ts`],
    });
  }
  for (const drizzle of ["drizzle-orm", "drizzle-orm-1"]) {
    const link = join(folder, "node_modules", "drizzle-orm");
    rmSync(link, { force: true });
    symlinkSync(resolve("node_modules", drizzle), link, "junction");
    check(`${version}: sources over ${drizzle}`, compiler, {
      compilerOptions: {
        ...resolutions.nodenext,
        target: "es2022",
        lib: ["ES2023", "DOM", "DOM.AsyncIterable", "DOM.Iterable"],
        types: ["node"],
        noEmit: true,
        skipLibCheck: true,
      },
      files: ["drizzle.ts"],
    });
  }
  // A program each: TypeScript names a type by any entry point that the program imports.
  for (const file of readdirSync("tests/consumer/exported")) {
    check(`${version}: declarations of exported/${file}`, compiler, {
      compilerOptions: {
        ...resolutions.nodenext,
        target: "es2022",
        lib: ["ES2023", "DOM", "DOM.AsyncIterable", "DOM.Iterable"],
        types: ["node"],
        declaration: true,
        emitDeclarationOnly: true,
        outDir: `declarations-${version}-exported`,
        skipLibCheck: true, // for Drizzle
      },
      files: [`exported/${file}`],
    });
  }
}
process.exitCode = failed ? 1 : 0;

function check(title: string, compiler: SharedCompiler, config: { compilerOptions: object; files: string[] }): void {
  // The compiler's own declarations are not ours to check.
  const compilerOptions = {
    skipLibCheck: false,
    skipDefaultLibCheck: true,
    ...config.compilerOptions,
    strict: true,
    rootDir: ".",
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ ...config, compilerOptions }));
  const { diagnostics } = compiler.compile(folder);
  console.log(`${diagnostics.length === 0 ? "ok" : "not ok"}  TypeScript ${title}`);
  for (const diagnostic of diagnostics) console.log(`        ${format(diagnostic)}`);
  failed ||= diagnostics.length > 0;
}
