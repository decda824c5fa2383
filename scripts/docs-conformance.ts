import { writeFileSync } from "node:fs";
import { conformancePage } from "../tests/support/conformance/conformance-page.js";

// Writes docs/evidence/conformance.md from the tests: each statement of JSON:API with its tests.

writeFileSync(new URL("../docs/evidence/conformance.md", import.meta.url), conformancePage());
