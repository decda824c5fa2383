import type { ErrorCode } from "../../wire/errors.js";

/** What the codes mean whose titles do not say it. */
export const CODE_WORDS: Readonly<Record<string, string>> = {
  response_withheld:
    "The write was done. Its response was for another Accept header, or for a caller who sees other fields.",
  invalid_type: "The value has the wrong type.",
  invalid_id: "A related id has the wrong type for its target.",
  custom: "A check of this API does not accept the value.",
  invalid_element: "A member of a set or a map does not fit its type.",
  invalid_format: "The text does not have the format that it needs, such as that of an email address.",
  invalid_key: "A key of a record or a map does not fit its type.",
  invalid_union: "The value fits none of the alternatives.",
  invalid_value: "The value is not one of those that are allowed.",
  not_multiple_of: "The number is not a multiple of the step.",
  too_big: "The value is too large or too long, or there are too many of them.",
  too_small: "The value is too small or too short, or there are too few of them.",
  unrecognized_keys: "An object has members that its type does not list.",
} satisfies { readonly [code in ErrorCode]?: string };
