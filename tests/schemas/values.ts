import type { z } from "zod";
import type { Giver } from "./check.js";
import type { Dice } from "./dice.js";
import { fitValue, NoValue, openValue } from "./fit-value.js";
import { mutate } from "./mutate-value.js";
import type { Side } from "./definition.js";

/** A value that a schema takes, or one that it nearly takes. */
export function giveValue(schema: z.ZodType, giver: Giver, dice: Dice): unknown {
  const side: Side = giver === "row" ? "output" : "input";
  let value: unknown;
  try {
    value = fitValue(schema, side, dice);
  } catch (error) {
    if (!(error instanceof NoValue)) throw error;
    value = openValue(dice);
  }
  const mutations = dice.pick([0, 0, 1, 1, 2]);
  for (let count = 0; count < mutations; count++) value = mutate(value, dice);
  return value;
}
