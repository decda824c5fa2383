import type { ResourceSpec } from "../define/model/resource.js";
import type { OperationSpec } from "../define/model/operation.js";
import type { RouterSpec } from "../define/model/router.js";
import type { Limits } from "../protocol/limits.js";
import { includedLists, type RelatedOf } from "../protocol/query/include-queries.js";
import { ResourceLinks } from "../protocol/document/links.js";
import { primaryResources, reachableTypes } from "../protocol/reachable-types.js";
import { DocumentWriter } from "../protocol/document/document-writer.js";
import { ResourceWriter } from "../protocol/document/resource-writer.js";
import { madeOnce } from "../schema/made-once.js";
import type { AllowedTypes } from "../protocol/notes/request-notes.js";
import type { ServiceOptions } from "./options.js";
import { OPERATIONS } from "../wire/operations.js";

/** The resources, URLs and writers that the operations of an API share. Each is created at its first use. */
export class CompiledApi {
  readonly resources: ReadonlyMap<string, ResourceSpec>;
  readonly limits: Limits;
  readonly richTypes: NonNullable<ServiceOptions["richTypes"]>;
  /** Whether plain JSON is served as well. */
  readonly plain: boolean;
  readonly requestTypes: AllowedTypes;
  /** The start of links to what error codes mean. */
  readonly errorTypes: string | undefined;
  /** The lists that say what includes take. */
  readonly relatedOf: RelatedOf;
  readonly #router: RouterSpec;
  readonly #base: string;
  readonly checkSchemas: boolean;
  readonly #hasResourceLinks: boolean;
  readonly #writers = new Map<string, ResourceWriter>();

  /** @param base The start of every link: the base URL, if any, and the mount point. */
  constructor(router: RouterSpec, base: string, limits: Limits, options: ServiceOptions) {
    this.limits = limits;
    this.richTypes = options.richTypes ?? "always";
    this.plain = options.plain === true;
    this.errorTypes = options.errorTypes;
    this.requestTypes = new Set(options.requestTypes);
    this.resources = new Map([...router.resources].map(([type, { resource }]) => [type, resource]));
    this.relatedOf = includedLists(router.resources);
    this.#router = router;
    this.#base = base;
    this.checkSchemas = options.checkRows === "schemas";
    this.#hasResourceLinks = options.links !== "document";
  }

  writer(type: string): ResourceWriter {
    return madeOnce(this.#writers, type, () => {
      const routes = this.#router.resources.get(type);
      if (routes === undefined) throw new TypeError(`"${type}" is not in this router.`);
      const links = new ResourceLinks(`${this.#base}/${encodeURIComponent(type)}`, routes.operations);
      return new ResourceWriter(routes.resource, links, (target) => this.writer(target), {
        checkSchemas: this.checkSchemas,
        written: this.#hasResourceLinks ? links : links.none,
      });
    });
  }

  /** The URL of a path below the mount point, for links. */
  urlOf(path: string): string {
    return this.#base + path;
  }

  documentWriter(operation: OperationSpec): DocumentWriter {
    const reachable = reachableTypes(operation, this.resources).map(({ type }) => [type, this.writer(type)] as const);
    const primaries = primaryResources(operation, this.resources).map(({ type }) => this.writer(type));
    return new DocumentWriter(
      primaries[0] as ResourceWriter, // the router has checked that there is one
      new Map(reachable),
      {
        isRelated: operation.info.relationship !== undefined,
        several: primaries.length > 1 ? primaries : undefined,
        // A write has already changed data, so its response has no limit.
        maxRows: this.limits.included,
        maxIncluded: OPERATIONS[operation.info.kind].method === "GET" ? this.limits.included : Number.POSITIVE_INFINITY,
      },
    );
  }
}
