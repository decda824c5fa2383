import { existsSync } from "node:fs";

// The README lists the settings. The environment goes before the file.
if (existsSync(".env")) process.loadEnvFile();
const { PORT = 3000, HOST, DATABASE_URL, DATA_DIR } = process.env;

export const settings = {
  port: Number(PORT),
  host: HOST,
  databaseUrl: DATABASE_URL,
  dataDir: DATA_DIR,
  isBuilt: process.argv.includes("--built"), // by `npm start`
};
