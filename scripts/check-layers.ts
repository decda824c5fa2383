import { layerViolations } from "./support/layer-violations.js";
import { pairsLeft } from "./support/layers.js";
import { mutualFolders } from "./support/mutual-folders.js";

const violations = [...layerViolations("src"), ...mutualFolders("src", pairsLeft)];
for (const violation of violations) console.error(violation);
if (violations.length > 0) process.exitCode = 1;
else console.log("layers: every import follows the arrows");
