import type { NextConfig } from "next";

// This folder lies inside another package.
export default {
  turbopack: { root: import.meta.dirname },
} satisfies NextConfig;
