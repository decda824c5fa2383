import { trestle } from "trestle";
import { memoryData } from "trestle/memory";
import { expect, test } from "vitest";
import { z } from "zod";

// Postgres orders an enum as it is declared. There are no enums of numbers: they are numbers.

const tasks = trestle().resource("tasks", {
  id: z.int(),
  attributes: { size: z.enum(["small", "medium", "large"]).nullable(), weight: z.literal([9, 10, 1]) },
});
const source = memoryData().source(tasks, {
  rows: [
    { id: 1, size: "small" as const, weight: 9 as const },
    { id: 2, size: "medium" as const, weight: 10 as const },
    { id: 3, size: "large" as const, weight: 1 as const },
    { id: 4, size: null, weight: 10 as const },
  ],
});
const ids = async (filter: object, sort: { readonly field: string; readonly order: "asc" | "desc" }[] = []) => {
  // biome-ignore lint/suspicious/noExplicitAny: arguments as a pipeline gives them
  const args: any = { ctx: {}, filter, sort, include: {}, fields: {}, page: undefined };
  const { data } = (await source.getMany(args)) as unknown as { readonly data: { readonly id: number }[] };
  return data.map(({ id }) => id);
};

test.each([
  [{ size__gt: "small" }, [2, 3]],
  [{ size__gte: "medium" }, [2, 3]],
  [{ size__lt: "large" }, [1, 2]],
  [{ size__lte: "small" }, [1]],
  [{ size__gt: "huge" }, []],
  [{ size__gt: null }, []],
  [{ size: "small" }, [1]],
  [{ weight__gt: 8 }, [1, 2, 4]],
])("%o", async (filter, expected) => {
  expect(await ids(filter)).toEqual(expected);
});

test("sorts agree", async () => {
  expect(await ids({}, [{ field: "size", order: "asc" }])).toEqual([1, 2, 3, 4]);
  expect(await ids({}, [{ field: "weight", order: "asc" }])).toEqual([3, 1, 2, 4]);
});
