import { layerViolations } from "./support/layer-violations.js";
import { mutualFolders } from "./support/mutual-folders.js";

// Checks the imports between the folders of src.

const violations = [...layerViolations("src"), ...mutualFolders("src")];
for (const violation of violations) console.error(violation);
if (violations.length > 0) process.exitCode = 1;
else console.log("layers: every import follows the arrows");
