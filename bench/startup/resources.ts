/** 200 resources, each served by eight operations. */
export const RESOURCES: readonly string[] = Array.from({ length: 200 }, (_, index) => `things${index + 1}`);

const CREATED = new Date(Date.UTC(2026, 10, 21));

export function rowOf(id: number) {
  return { id, title: `Thing ${id}`, content: "Text", published: true, created_at: CREATED, parent: 1 };
}
