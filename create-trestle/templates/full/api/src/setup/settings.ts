import { existsSync } from "node:fs";

// The README lists the settings. The environment goes before the file.
if (existsSync(".env")) process.loadEnvFile();
const { PORT = 3000, HOST, DATABASE_URL, DATA_DIR } = process.env;
const port = Number(PORT);
if (!Number.isInteger(port) || port < 1 || port > 65535) {
  console.error(`PORT is "${PORT}". Write a whole number from 1 to 65535, for example PORT=3001.`);
  process.exit(1);
}

export const settings = {
  port,
  host: HOST,
  databaseUrl: DATABASE_URL,
  dataDir: DATA_DIR,
  isBuilt: process.argv.includes("--built"), // by `npm start`
};
