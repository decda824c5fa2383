import type { ResourceSpec } from "../define/definition.js";
import type { OperationSpec } from "../define/operation-spec.js";
import type { RouterSpec } from "../define/router.js";
import type { Limits } from "../protocol/limits.js";
import { ResourceLinks } from "../protocol/links.js";
import { primaryResource, reachableTypes } from "../protocol/reachable.js";
import { DocumentWriter } from "../protocol/write/document-writer.js";
import { ResourceWriter } from "../protocol/write/resource-writer.js";
import type { ServiceOptions } from "./options.js";

/** What the operations of one API share: its resources, their URLs and writers. Made at the first request. */
export class CompiledApi {
  readonly resources: ReadonlyMap<string, ResourceSpec>;
  readonly limits: Limits;
  readonly richTypes: NonNullable<ServiceOptions["richTypes"]>;
  readonly #writers: ReadonlyMap<string, ResourceWriter>;

  /** @param base What every link begins with: the base URL, if any, and the mount point. */
  constructor(router: RouterSpec, base: string, limits: Limits, options: ServiceOptions) {
    this.limits = limits;
    this.richTypes = options.richTypes ?? "always";
    const checkSchemas = options.checkRows === "schemas";
    this.resources = new Map([...router.resources].map(([type, { resource }]) => [type, resource]));
    this.#writers = new Map(
      [...router.resources].map(([type, { resource, operations }]) => {
        const links = new ResourceLinks(`${base}/${encodeURIComponent(type)}`, operations);
        return [type, new ResourceWriter(resource, links, checkSchemas)];
      }),
    );
    for (const writer of this.#writers.values()) writer.connect(this.#writers);
  }

  writer(type: string): ResourceWriter {
    const writer = this.#writers.get(type);
    if (writer === undefined) throw new TypeError(`"${type}" is not in this router.`);
    return writer;
  }

  documentWriter(operation: OperationSpec): DocumentWriter {
    const reachable = reachableTypes(operation, this.resources).map(({ type }) => [type, this.writer(type)] as const);
    const primary = this.writer(primaryResource(operation, this.resources).type);
    return new DocumentWriter(primary, new Map(reachable), {
      isRelated: operation.info.relationship !== undefined,
      // What was changed must be told: the answer to a write is not refused any more.
      mostIncluded: operation.info.kind.startsWith("get") ? this.limits.included : Number.POSITIVE_INFINITY,
    });
  }
}
