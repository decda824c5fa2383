import type { NothingResult } from "./handler-result.js";
import type {
  CreateOneArgs,
  DeleteOneArgs,
  EditOneArgs,
  GetManyArgs,
  GetOneArgs,
  GetRelatedArgs,
  RelationshipArgs,
} from "./handler-args.js";
import type { AnyResourceContext } from "./resource-context.js";

// While you type `notes.getMany(…)`, the call fits no overload. Editors then read the first overload, which takes options and a handler.
// Its options may also be one of these handlers, so that editors complete both. As `string & …` no value has that type, and messages
// about options do not print it. Interfaces cost less than function types: see docs/evidence/type-cost.md

export interface GetOneAlone<S extends AnyResourceContext> {
  (args: GetOneArgs<S, {}>): S["~results"]["one"];
}

export interface GetManyAlone<S extends AnyResourceContext> {
  /** Editors complete the names of attributes in `sort: ["…"]`, too. Other names stay possible. */
  sort: (keyof S["attributes"])[];
  (args: GetManyArgs<S, {}>): S["~results"]["many"];
}

export interface CreateOneAlone<S extends AnyResourceContext> {
  (args: CreateOneArgs<S, {}>): S["~results"]["one"];
}

export interface EditOneAlone<S extends AnyResourceContext> {
  (args: EditOneArgs<S, {}>): S["~results"]["one"];
}

export interface DeleteOneAlone<S extends AnyResourceContext> {
  (args: DeleteOneArgs<S, {}>): NothingResult;
}

export interface GetRelatedAlone<S extends AnyResourceContext, K extends keyof S["relationships"]> {
  (args: GetRelatedArgs<S, {}>): S["relationships"][K]["~result"];
}

export interface RelationshipAlone<S extends AnyResourceContext, K extends keyof S["relationships"]> {
  (args: RelationshipArgs<S, K, {}>): NothingResult;
}
