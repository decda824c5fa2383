/** Stands where nothing may be given: the compiler prints why. */
export interface NotAllowed<TReason extends string> {
  readonly "~reason": TReason;
}
