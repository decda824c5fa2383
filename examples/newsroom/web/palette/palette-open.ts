import { createStore } from "../ui/store.js";

const open = createStore(false);

export const usePaletteOpen = open.use;

export const isPaletteOpen = open.get;

export const setPaletteOpen = open.set;
