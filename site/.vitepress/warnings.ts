interface Warning {
  readonly code?: string | undefined;
  readonly message: string;
  readonly id?: string | undefined;
}

/** What bundlers say about the page's packages, and that no page suffers from. */
const known: readonly ((warning: Warning) => boolean)[] = [
  // Rollup 4 reads comments with @__PURE__ in Zod as annotations.
  ({ code, id = "" }) => code === "INVALID_ANNOTATION" && id.includes("/node_modules/zod/"),
  // PGlite imports Node's modules where it runs in Node, and evaluates the code that Emscripten wrote.
  ({ message, id = "" }) => `${id} ${message}`.includes("@electric-sql/pglite"),
  // The page has both ends: the client loads superjson when it needs it, the server needs it from the start.
  ({ message }) => message.includes("superjson/dist/index.js is dynamically imported"),
  // Vite passes over circular imports. Of packages this does, too.
  ({ code, message }) => code === "CIRCULAR_DEPENDENCY" && !/(: | -> )(\.\.\/)?src\//.test(message),
];

/** Any other warning fails the build. */
export function onwarn(warning: Warning): void {
  if (!known.some((fits) => fits(warning))) throw new Error(`The bundler warns: ${warning.message}`);
}

/** The same for workers, whose options have no `onwarn`. */
export function onLog(level: string, log: Warning): void {
  if (level === "warn") onwarn(log);
}
