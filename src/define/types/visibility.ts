/** Decides whether the caller can see a field. Trestle calls it once per request, before any middleware. */
export type IsVisible<TContext = never> = (args: { readonly ctx: TContext }) => boolean;
