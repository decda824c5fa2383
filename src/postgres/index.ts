export { type Listen, type ListeningClient, type ListeningPool, listenOn } from "./listen.js";
export { migrate, migration, type Migratable } from "./migrate.js";
export { type HubPool, postgresHub, type PostgresHubOptions } from "./postgres-hub.js";
export {
  postgresStore,
  type PostgresStoreOptions,
  type SqlQuery,
  type SqlRow,
  type SqlValue,
} from "./postgres-store.js";
