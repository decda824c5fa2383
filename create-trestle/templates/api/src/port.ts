import { existsSync } from "node:fs";

if (existsSync(".env")) process.loadEnvFile();
const { PORT = 3000 } = process.env;

export const port = Number(PORT);

if (!Number.isInteger(port) || port < 1 || port > 65535) {
  console.error(`PORT is "${PORT}". Write a whole number from 1 to 65535, for example PORT=3001.`);
  process.exit(1);
}
