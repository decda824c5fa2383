/** In milliseconds. The stream has a heartbeat every 5 s (app.ts), so after this time two are missing. */
const SILENCE = 11_000;

/** A stream of the server, with a call of `onSilence` if it falls silent. */
export function watchStream(stream: Response, onSilence: () => unknown): Response {
  if (!stream.ok) return stream;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(onSilence, SILENCE);
  };
  wait();
  const watch = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, stream) {
      wait();
      stream.enqueue(chunk);
    },
    flush: () => clearTimeout(timer),
  });
  return new Response(stream.body?.pipeThrough(watch), stream);
}
