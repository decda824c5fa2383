import { layerOf } from "./layer-violations.js";
import { exceptions, type Layer, layers } from "./layers.js";

const [BEGIN, END] = ["<!-- layers: written by `npm run docs layers` -->", "<!-- end of layers -->"] as const;

/**
 * A document with its table of layers replaced by the current one.
 *
 * @throws {Error} When the document has no place for the table.
 */
export function withLayerTable(document: string): string {
  const [before, rest] = document.split(BEGIN);
  const [, after] = rest?.split(END) ?? [];
  if (before === undefined || after === undefined) throw new Error(`The table needs a place: ${BEGIN} … ${END}`);
  return `${before}${BEGIN}\n${layerTable()}\n${END}${after}`;
}

function layerTable(): string {
  const rows = Object.entries(layers).map(([name, layer]) => {
    const folder = name === "." ? "src/*.ts" : `src/${name}`;
    return `| \`${folder}\` | ${layer.about} | ${mayImport(layer)}${exceptionsOf(name)} |`;
  });
  return ["| folder | contents | may import |", "|---|---|---|", ...rows].join("\n");
}

function mayImport({ values, types = [], packages, packageTypes = [] }: Layer): string {
  const parts = [
    ...[...values, ...packages].map(code),
    ...[...types, ...packageTypes].map((name) => `types of ${code(name)}`),
  ];
  return parts.length === 0 ? "nothing" : parts.join(", ");
}

function exceptionsOf(name: string): string {
  const own = Object.entries(exceptions).filter(([path]) => layerOf(path) === name);
  return own.map(([path, packages]) => `; ${code(path)} also ${packages.map(code).join(", ")}`).join("");
}

const code = (name: string): string => (name === "node:" ? "Node's modules" : `\`${name}\``);
