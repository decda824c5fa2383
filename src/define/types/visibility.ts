/** Says whether who asks may know of a field. It is asked once a request, before any middleware. */
export type IsVisible<TContext = never> = (args: { readonly ctx: TContext }) => boolean;
