/** What the plugin of site/.vitepress/closed-workers.ts makes. */
declare module "virtual:call-worker" {
  export const text: string;
}
declare module "virtual:server-worker" {
  export const text: string;
}
