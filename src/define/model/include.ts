import { withPrefixes as everyPrefix } from "../../wire/include-path.js";

/** The name by which the server's views import it. */
export const withPrefixes = everyPrefix;
