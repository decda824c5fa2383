/*
 * Code that came by a link is a stranger's. It may not reach the network, nor what the browser keeps for this site. To delete `fetch` and its like
 * from the worker would promise too much: `import()` is syntax, a font can be loaded, another worker has them all again, and browsers get new ways.
 * So the browser refuses: the worker starts in a frame whose policy allows no address, and whose sandbox gives it an origin of its own. A worker
 * takes the policy of the page that starts it only if its address is a blob (that of a file would come from the file's own headers, which a static
 * host does not let us set). The page itself cannot have such a policy, because it loads Postgres and the compiler.
 */
const POLICY = "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' blob:; worker-src blob:";
const FRAME = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}"><script>
onmessage = ({ data, ports: [port] }) => {
  const worker = new Worker(URL.createObjectURL(new Blob([data], { type: "text/javascript" })));
  worker.onmessage = ({ data }) => port.postMessage(data);
  worker.onerror = ({ message }) => port.postMessage({ kind: "error", message });
  port.onmessage = ({ data }) => worker.postMessage(data);
};
</script>`;

export interface ClosedWorker {
  readonly port: MessagePort;
  /** Also ends code in an endless loop. */
  end(): void;
}

/** Starts a worker, where its code reaches nothing but this port. @param text Its program. */
export function closedWorker(text: string): ClosedWorker {
  const { port1: port, port2 } = new MessageChannel();
  const frame = Object.assign(document.createElement("iframe"), { srcdoc: FRAME });
  frame.style.display = "none"; // `hidden` is weaker than the site's own style of frames
  frame.setAttribute("sandbox", "allow-scripts");
  frame.onload = () => frame.contentWindow?.postMessage(text, "*", [port2]); // "*": it has no origin to name
  document.body.append(frame);
  return {
    port,
    end() {
      port.close();
      frame.remove();
    },
  };
}
