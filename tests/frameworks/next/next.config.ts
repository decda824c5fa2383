import type { NextConfig } from "next";

// Only if a parent folder has another lockfile.
export default {
  turbopack: { root: import.meta.dirname },
} satisfies NextConfig;
