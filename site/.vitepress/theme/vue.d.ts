declare module "*.vue" {
  import type { DefineComponent } from "vue";

  const component: DefineComponent;
  // biome-ignore lint/style/noDefaultExport: the compiler of Vue files makes one
  export default component;
}
