import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { layerViolations } from "../../scripts/support/layer-violations.js";
import { mutualFolders } from "../../scripts/support/mutual-folders.js";

const fixture = fileURLToPath(new URL("./fixtures/layers", import.meta.url));

test("an import against an arrow is reported with its place and what is allowed", () => {
  const found = layerViolations(fixture).map((sentence) => sentence.slice(fixture.length + 1));

  expect(found.sort()).toEqual([
    'client/connect.ts:2 "client" may import types alone from "define/types": write `import type … from "../define/types/resource.js"`',
    'client/connect.ts:3 "client" may import types alone from "define/types": write `import type … from "../define/types/resource.js"`',
    'client/connect.ts:4 "client" may not import "../server/engine/run.js", which is in "server"',
    'client/connect.ts:5 "client" may not import the package "zod"',
    'client/connect.ts:7 "client" may not import "../protocol/query.js", which is in "protocol"',
    'define/model/resource.ts:1 "define/model" may not import "../../protocol/query.js", which is in "protocol"',
    'nowhere/lost.ts:1 "nowhere" has no line in scripts/support/layers.ts: say there what it may import',
    'protocol/query.ts:2 "protocol" may not import "../server/engine/run.js", which is in "server"',
    'server/engine/run.ts:2 "server" may not import "../../fastify/index.js", which is in "fastify"',
    'server/engine/run.ts:3 "server" may not import the package "fastify"',
  ]);
});

test("two folders that import each other are reported", () => {
  const sentences = mutualFolders(fixture).map((sentence) => sentence.replaceAll(`${fixture}/`, ""));

  expect(sentences.sort()).toEqual([
    'define/model <> protocol: these folders import each other: define/model/resource.ts:1 imports "../../protocol/query.js", and protocol/query.ts:1 imports "../define/model/resource.js". Let one arrow alone stay.',
    expect.stringContaining("fastify <> server/engine: "),
  ]);
});
