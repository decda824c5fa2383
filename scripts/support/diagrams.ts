// The diagrams of the guides, as SVG with the colours of the reader's system: no browser and no script draws them.

/** [x, y, width, text, small text, tone] */
type Box = readonly [x: number, y: number, width: number, text: string, small?: string, tone?: Tone];
/** [x1, y1, x2, y2, label, tone] */
type Arrow = readonly [x1: number, y1: number, x2: number, y2: number, label?: string, tone?: Tone];
type Tone = "" | "on" | "off";

interface Diagram {
  /** What it shows, for people who do not see it. */
  readonly title: string;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
}

const WIDTH = 820;

const DIAGRAMS: Readonly<Record<string, Diagram>> = {
  relationships: {
    title:
      "A to-one is stored in a column of its own table, a to-many in a column of the other table, or in a join table",
    height: 300,
    boxes: [
      [10, 20, 200, "articles", "author_id", "on"],
      [610, 20, 200, "users", "id"],
      [10, 125, 200, "articles", "id"],
      [610, 125, 200, "comments", "article_id", "on"],
      [10, 230, 200, "articles", "id"],
      [310, 230, 160, "article_tags", "article_id, tag_id", "on"],
      [610, 230, 200, "tags", "id"],
    ],
    arrows: [
      [210, 45, 606, 45, 'author: toOne("users")', "on"],
      [610, 150, 214, 150, 'comments: toMany("comments")', "on"],
      [310, 255, 214, 255, "", "on"],
      [470, 255, 606, 255, 'tags: toMany("tags")', "on"],
    ],
  },
  refetch: {
    title: "One write, seen by two windows: only the queries that may show it are refetched",
    height: 270,
    boxes: [
      [10, 20, 230, "window 1", "publishes article 38", "on"],
      [300, 20, 220, "server", "200, and a notice"],
      [580, 20, 230, "window 2", "gets the notice", "on"],
      [10, 130, 230, "list of articles", "contains 38: refetched", "on"],
      [10, 200, 230, "list of categories", "cannot change: stays", "off"],
      [580, 130, 230, "list of drafts", "may lose 38: refetched", "on"],
      [580, 200, 230, "article 7", "another id: stays", "off"],
    ],
    arrows: [
      [240, 36, 296, 36],
      [300, 58, 244, 58],
      [520, 45, 576, 45],
      [125, 70, 125, 126, "", "on"],
      [695, 70, 695, 126, "", "on"],
    ],
  },
  request: {
    title:
      "The steps of a request, and the errors of each: route, media types, context, middleware, query and body, wrapper, handler",
    height: 180,
    boxes: [
      [10, 20, 170, "route", "404, 405"],
      [220, 20, 170, "media types", "406, 415"],
      [430, 20, 170, "context", "yours: who calls?", "on"],
      [640, 20, 170, "middleware", "yours: 401, 403", "on"],
      [10, 115, 170, "query and body", "400, 409, 422"],
      [220, 115, 170, "wrapper", "yours", "on"],
      [430, 115, 170, "handler", "yours, or a source", "on"],
      [640, 115, 170, "response", "rows are checked"],
    ],
    arrows: [
      [180, 45, 216, 45],
      [390, 45, 426, 45],
      [600, 45, 636, 45],
      [725, 70, 95, 111],
      [180, 140, 216, 140],
      [390, 140, 426, 140],
      [600, 140, 636, 140],
    ],
  },
  conflict: {
    title:
      "Ann and Bob read version 1. Ann saves, and the article has version 2. Bob saves what he read, and gets a 412 with the current article",
    height: 270,
    boxes: [
      [10, 20, 200, "Ann", "reads version 1"],
      [310, 20, 200, "article", "version 1"],
      [610, 20, 200, "Bob", "reads version 1"],
      [10, 110, 200, "Ann saves", "of version 1", "on"],
      [310, 110, 200, "200", "version 2", "on"],
      [310, 200, 200, "412", "nothing changes", "off"],
      [610, 200, 200, "Bob saves", "of version 1"],
    ],
    arrows: [
      [310, 45, 214, 45],
      [510, 45, 606, 45],
      [210, 135, 306, 135, "", "on"],
      [610, 215, 514, 215],
      [510, 238, 606, 238, "version 2"],
      [410, 70, 410, 106],
      [410, 160, 410, 196],
    ],
  },
};

const STYLE = [
  "svg{color-scheme:light dark;font-family:system-ui,sans-serif}",
  ".box{fill:light-dark(#fff,#1d1d1b);stroke:light-dark(#8d8a82,#77756f)}",
  ".box.on{stroke:light-dark(#2451b8,#94b2ff);fill:light-dark(#e9eefa,#222b42)}",
  ".box.off{stroke-dasharray:4 3}",
  ".t{font-size:14px;fill:light-dark(#1d1c1a,#ecebe6);font-family:ui-monospace,monospace}",
  ".s{font-size:12px;fill:light-dark(#625f58,#a5a29a)}",
  ".a{stroke:light-dark(#625f58,#a5a29a);fill:none;stroke-width:1.5}",
  ".a.on{stroke:light-dark(#2451b8,#94b2ff)}",
  "#h path{fill:light-dark(#625f58,#a5a29a)}",
].join("");

/** The SVG of each diagram, by the path of its file. */
export const diagrams: ReadonlyMap<string, string> = new Map(
  Object.entries(DIAGRAMS).map(([name, diagram]) => [`docs/diagrams/${name}.svg`, svg(diagram)]),
);

function svg({ title, height, boxes, arrows }: Diagram): string {
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title">`,
    `<title id="title">${escaped(title)}</title>`,
    `<style>${STYLE}</style>`,
    `<defs><marker id="h" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>`,
    ...arrows.map(arrow),
    ...boxes.map(box),
    "</svg>",
  ];
  return `${lines.join("\n")}\n`;
}

function box([x, y, width, text, small, tone = ""]: Box): string {
  const frame = `<rect class="box ${tone}" x="${x}" y="${y}" width="${width}" height="${small ? 50 : 34}" rx="7"/>`;
  const below = small ? `<text class="s" x="${x + 12}" y="${y + 40}">${escaped(small)}</text>` : "";
  return `${frame}<text class="t" x="${x + 12}" y="${y + 22}">${escaped(text)}</text>${below}`;
}

function arrow([x1, y1, x2, y2, label, tone = ""]: Arrow): string {
  const line = `<path class="a ${tone}" d="M${x1} ${y1}L${x2} ${y2}" marker-end="url(#h)"/>`;
  if (!label) return line;
  const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2 - 6];
  return `${line}<text class="s" text-anchor="middle" x="${x}" y="${y}">${escaped(label)}</text>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
