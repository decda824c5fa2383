import { writeFileSync } from "node:fs";
import { conformancePage } from "../tests/support/conformance/conformance-page.js";

writeFileSync(new URL("../docs/evidence/conformance.md", import.meta.url), conformancePage());
