import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import Layout from "./layout.vue";
import Home from "./home/home.vue";
import Playground from "./playground/playground.vue";
import { showTypes } from "./types.js";
import "./styles/colours.css";
import "./styles/code.css";
import "./styles/pages.css";

export default {
  extends: DefaultTheme,
  Layout,
  enhanceApp({ app }) {
    app.component("Home", Home);
    app.component("Playground", Playground);
    if (!import.meta.env.SSR) showTypes();
  },
} satisfies Theme;
