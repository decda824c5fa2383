// Live notices connect in pages alone. Imported before TanStack Query, which looks for a page when it is loaded.
Object.assign(globalThis, { window: globalThis });
