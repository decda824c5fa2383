import { spawnSync } from "node:child_process";

// Runs all of them for half an hour, before a release; record the seeds in docs/evidence.

const runs = [
  "npx vitest run --project run tests/sources tests/atomic tests/openapi --testTimeout=1200000",
  "npm run fuzz requests -- --requests 1000000",
  "npm run fuzz schemas -- --cases 500000",
  "npm run fuzz tenants -- --requests 100000",
  "npm run fuzz tenants -- --keys --requests 20000",
  "npm run fuzz convergence -- --rounds 1000",
  "npm run fuzz history -- --seconds 600",
];
for (const command of runs) {
  const { status } = spawnSync(command, { shell: true, stdio: "inherit", env: { ...process.env, TIMES: "20" } });
  if (status !== 0) process.exit(1);
}
