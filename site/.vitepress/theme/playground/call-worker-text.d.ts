/** What the plugin of site/.vitepress/call-worker.ts makes. */
declare module "virtual:call-worker" {
  export const text: string;
}
