/** Up to how many things a look at each costs less than a set or a map of them. */
export const FEW = 8;
