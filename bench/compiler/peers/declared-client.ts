import type { Subject } from "../resource-names.js";
import { type Asked, createArguments, listArguments } from "./client.js";

/** What puts together, and calls, resources that each are an interface `Operations` alone. */
export const declaredClient = {
  api: (
    types: readonly string[],
  ) => `${types.map((type) => `import type { Operations as ${type} } from "./${type}.js";\n`).join("")}
export interface Api {
${types.map((type) => `  ${type}: ${type};\n`).join("")}}
`,
  client: `import type { Api } from "./api.js";

declare const client: Api;
`,
  asked(subject: Subject): Asked {
    const { type, owner } = subject.self;
    return {
      get: `await client.${type}.getOne(1, { include: ["${owner}"] })`,
      list: `(await client.${type}.getMany({ ${listArguments(subject)} })).data`,
      create: `await client.${type}.createOne({ ${createArguments(subject)} })`,
    };
  },
};
