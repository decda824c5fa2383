const LONGEST = 48;

interface Operation {
  readonly data: { readonly type: string; readonly lid?: string; readonly "trestle:fields": object };
}

const CHANGES: Readonly<Record<string, string>> = { POST: "add", PATCH: "reset", DELETE: "remove" };

/** The client call of a write, from what was sent. */
export function bodyCall(method: string, path: readonly string[], body: string, isGuarded: boolean): string {
  const [type = "", id, name, relationship] = path;
  const sent = body.startsWith("{") ? JSON.parse(body) : {};
  if (type === "operations") return batchCall(sent["atomic:operations"]);
  const given = print(sent.data?.["trestle:fields"] ?? {});
  if (id === undefined) return `client.${type}.create(${given})`;
  const target = JSON.stringify(id);
  if (relationship !== undefined) {
    const related = sent["trestle:related"] ?? sent.data;
    return `client.${type}.relationship(${target}, "${relationship}")\n  .${CHANGES[method]}(${print(related)})`;
  }
  if (name !== undefined) return `client.${type}.command.${name}(${target})`;
  if (method === "DELETE") return `client.${type}.delete(${target})`;
  return `client.${type}.update(${isGuarded ? "article" : target}, ${given})`; // an item states its version
}

function batchCall(operations: readonly Operation[]): string {
  const names = new Map(
    operations.map(({ data }) => [data.lid ?? "", data.type === "categories" ? "category" : "article"]),
  );
  const lines = operations.map(({ data }) => {
    const call = `tx.${data.type}.create(${print(data["trestle:fields"], names)})`;
    return `  const ${names.get(data.lid ?? "")} = ${call};`;
  });
  return `client.atomic((tx) => {\n${lines.join("\n")}\n  return [${[...names.values()].join(", ")}];\n})`;
}

/** A value as a person writes it. Long texts are cut. */
function print(value: unknown, names: ReadonlyMap<string, string> = new Map()): string {
  if (typeof value === "string") return JSON.stringify(value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value);
  if (Array.isArray(value)) return `[${value.map((each) => print(each, names)).join(", ")}]`;
  if (typeof value !== "object" || value === null) return String(value);
  if ("lid" in value) return names.get(String(value.lid)) ?? "";
  const entries = Object.entries(value).map(([name, each]) => `${name}: ${print(each, names)}`);
  return `{ ${entries.join(", ")} }`;
}
