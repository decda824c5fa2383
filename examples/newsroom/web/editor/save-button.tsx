interface SaveButtonProps {
  readonly mutation: { readonly isPending: boolean; readonly isPaused: boolean };
  readonly children: string;
}

/** Saves. While it does it says so, keeps the focus, and is deaf to a second click. */
export function SaveButton({ mutation: { isPending, isPaused }, children }: SaveButtonProps) {
  return (
    <button
      type="submit"
      className="primary"
      aria-disabled={isPending}
      onClick={(event) => isPending && event.preventDefault()}
    >
      {isPaused ? "Waiting for a connection …" : isPending ? "Saving …" : children}
    </button>
  );
}
