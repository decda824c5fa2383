import { defineConfig } from "drizzle-kit";

export default defineConfig({ dialect: "postgresql", schema: "api/src/schema.ts", out: "api/migrations" });
