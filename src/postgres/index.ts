export { migrate, migration, type Migratable } from "./migrate.js";
export {
  postgresStore,
  type PostgresStoreOptions,
  type SqlQuery,
  type SqlRow,
  type SqlValue,
} from "./postgres-store.js";
