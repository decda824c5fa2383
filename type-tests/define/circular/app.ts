import { trestle } from "trestle";

export const t = trestle<{ readonly user: string }>();
