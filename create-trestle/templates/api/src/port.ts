import { existsSync } from "node:fs";

if (existsSync(".env")) process.loadEnvFile();

export const port = Number(process.env.PORT ?? 3000);
