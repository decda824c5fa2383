import { spawnSync } from "node:child_process";

// Asks the registry for vulnerabilities of what an install of the package brings.
// Those of dev dependencies are only reported.

interface Report {
  readonly metadata?: { readonly vulnerabilities: { readonly total: number } };
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string }>>;
  readonly message?: string;
  readonly error?: { readonly summary?: string };
}

function audit(...options: readonly string[]): Report {
  const { stdout } = spawnSync("npm", ["audit", "--json", ...options], { encoding: "utf8" });
  try {
    return JSON.parse(stdout);
  } catch {
    return { message: stdout };
  }
}

const installed = audit("--omit=dev");
if (installed.metadata === undefined) {
  const why = installed.message ?? installed.error?.summary ?? "it gave no report";
  console.log(`NOT CHECKED: this registry cannot be asked for vulnerabilities (${why.trim()}). Run it where one can.`);
} else {
  const describe = ({ vulnerabilities = {} }: Report) =>
    Object.entries(vulnerabilities)
      .map(([name, { severity }]) => `${name} (${severity})`)
      .join(", ") || "none";
  console.log(`what an install brings: ${describe(installed)}\nwhat the repository uses: ${describe(audit())}`);
  if (installed.metadata.vulnerabilities.total > 0) process.exit(1);
}
