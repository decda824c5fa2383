/** The type of a value that is not allowed. The compiler prints the reason. */
export interface NotAllowed<TReason extends string> {
  readonly "~reason": TReason;
}
