import { respond } from "../define/model/response.js";
import { Conflict, NotFound } from "../define/errors.js";
import { keepSource } from "../define/model/resource-source.js";
import { withHandlerCheck } from "../define/model/handler-check.js";
import { changesOf } from "../define/unset.js";
import type { OperationKind } from "../wire/operations.js";
import { affectedTypes } from "./affected-types.js";
import { checkOperation, checkSources } from "./check-operation.js";
import type { CursorCodec } from "./handlers/cursor.js";
import type { CallRules, HandlerInput } from "./handlers/handler-input.js";
import { makeRoutes } from "./make-routes.js";
import { readingTogether } from "./handlers/includes.js";
import { SourceReader } from "./handlers/reader.js";
import type { Entry, Registry } from "./handlers/registry.js";
import { readingSent, sentIds } from "./handlers/sent-values.js";
import type { Id, Session } from "./store/store.js";
import { clientErrorOf, type ViolationTexts } from "./options/violation-error.js";
import { SourceWriter } from "./handlers/writer.js";

export interface SourceParts {
  readonly registry: Registry;
  readonly entry: Entry;
  /** The resource, whose methods `routes` calls. */
  readonly resource: object;
  readonly cursors: CursorCodec;
  readonly violations: ViolationTexts;
  /** The session of a request's context. */
  readonly session: (ctx: object) => Session;
}

/** The value behind `Source`: functions that need no `this`, so that they can be passed as handlers. */
export function makeSource({ registry, entry, resource, cursors, violations, session }: SourceParts): object {
  const reader = new SourceReader(registry, entry, cursors);
  registry.texts.set(entry.spec.type, violations);
  // A function needs the error of a statement, so a description has Trestle's words for its rule.
  const fixedTexts = Object.fromEntries(Object.entries(violations).filter(([, text]) => typeof text !== "function"));
  keepSource(entry.spec, {
    check: (operations) => checkSources(operations, registry, entry),
    reportsTarget: (type) => entry.problem === undefined && !registry.has(type),
    affectedTypes: (operation) => affectedTypes(operation, registry, entry),
    conflicts: (resource, written) => {
      const { attributes, relationships } = resource;
      const isShown = (name: string) => name === "id" || attributes.has(name) || relationships.has(name);
      const rules = (entry.store.uniques?.() ?? []).filter(({ fields }) => fields.every(isShown));
      const of = rules.filter(({ columns }) => columns.some((name) => written.has(name)));
      return of.flatMap((violation) => clientErrorOf(resource, violation, fixedTexts) ?? []);
    },
    idKey: (id) => entry.store.idKey(id),
    spelledId: (id) => entry.store.spelledId?.(id),
  });
  const writer = new SourceWriter(registry, entry);
  /** A handler may continue with the row of a write, so it gets all fields. The response has those that the request wants. */
  const written = async (session: Session, id: Id, input: HandlerInput) => {
    const { ctx, include = {} } = input; // to copy all of it would make the signal of the request
    const fields = { ...input.fields, [entry.spec.type]: undefined };
    return respond(await readingTogether(() => reader.one(session, id, { ctx, include, fields })));
  };
  const handler = <T>(
    kind: OperationKind,
    run: (session: Session, input: HandlerInput, rules: CallRules) => Promise<T>,
    relationship?: string,
  ) => {
    const served = { type: entry.spec.type, kind, ...(relationship !== undefined && { relationship }) };
    return withHandlerCheck(
      async (input: HandlerInput, rules: CallRules = {}) => {
        registry.prepare(entry);
        const outer = session(input.ctx);
        const sent = input.id === undefined ? [] : sentIds(entry, [input.id]);
        if (input.includeQueries) sent.push(...reader.sentInIncludes(input, input.includeQueries, relationship));
        if (sent.length === 0) return run(outer, input, rules);
        return readingSent(entry.store, outer, sent, (session) => run(session, input, rules));
      },
      (operation, hasTransaction) => checkOperation(operation, served, registry, entry, cursors, hasTransaction),
    );
  };
  const handlerOf =
    <T>(
      kind: OperationKind,
      run: (name: string, session: Session, input: HandlerInput, rules: CallRules) => Promise<T>,
    ) =>
    (name: string) =>
      handler(kind, (session, input, rules) => run(name, session, input, rules), name);
  const handlers = {
    getOne: handler("getOne", async (session, input) =>
      respond(await readingTogether(() => reader.one(session, input.id, input))),
    ),
    getMany: handler("getMany", (session, input, rules) => readingTogether(() => reader.list(session, input, rules))),
    createOne: handler("createOne", (session, input, rules) =>
      writer.create(session, input.input ?? {}, rules, (session, id) =>
        written(session, id, input).catch((error: unknown) => {
          throw error instanceof NotFound ? deletedAgain(entry.spec.type, id, error) : error;
        }),
      ),
    ),
    editOne: handler("editOne", (session, input, rules) =>
      writer.edit(session, input, changesOf(input.input ?? {}), rules, (session, id) => written(session, id, input)),
    ),
    deleteOne: handler("deleteOne", (session, input, rules) => writer.delete(session, input, rules)),
    getRelated: handlerOf("getRelated", (name, session, input, rules) =>
      readingTogether(() => reader.related(session, name, input, rules)),
    ),
    getRelationship: handlerOf("getRelationship", async (name, session, { id }) =>
      respond(await reader.linkage(session, name, id)),
    ),
    editRelationship: handlerOf("editRelationship", (name, session, input) =>
      writer.edit(session, input, { [name]: input.related }, {}, async () => {}),
    ),
    addToRelationship: handlerOf("addToRelationship", (name, session, input) =>
      writer.changeMembers(session, name, "link", input),
    ),
    removeFromRelationship: handlerOf("removeFromRelationship", (name, session, input) =>
      writer.changeMembers(session, name, "unlink", input),
    ),
    resetRelationship: handlerOf("resetRelationship", (name, session, input) =>
      writer.changeMembers(session, name, "relink", input),
    ),
  };
  const routes = (options: object, ...operations: readonly object[]) =>
    makeRoutes(entry.spec, resource, handlers, options, operations);
  return { ...handlers, routes };
}

/** A 404 would say that nothing was stored. */
function deletedAgain(type: string, id: Id, cause: unknown): Conflict {
  return new Conflict(`"${type}" ${id} was created, but something else deleted it before it could be read.`, { cause });
}
