/** In milliseconds. The stream has a heartbeat every 5 s (app.ts), so after this time two are missing. */
const SILENCE = 11_000;

/** In milliseconds. A server that ends its streams before it exits has exited after this time. */
const ENDING = 300;

/** A stream of the server, with a call of `onSilence` if it falls silent, or ends: the next try to connect comes later. */
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
    flush() {
      clearTimeout(timer);
      setTimeout(onSilence, ENDING);
    },
  });
  return new Response(stream.body?.pipeThrough(watch), stream);
}
