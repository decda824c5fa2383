// A network between the contenders and Postgres, in a process of its own: all bytes are passed on after a delay. Node's timers wait for 1 ms
// or longer, so what waits is looked at in each turn of the event loop.
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

const [port = 0, delay = 0] = process.argv.slice(2).map(Number);
/** In the order in which they are due. */
const waiting: { readonly due: number; readonly bytes: Buffer; readonly to: Socket }[] = [];

function pass(from: Socket, to: Socket): void {
  from.setNoDelay().on("data", (bytes: Buffer) => {
    if (waiting.length === 0) setImmediate(look);
    waiting.push({ due: performance.now() + delay, bytes, to });
  });
  from.on("error", () => {}).on("close", () => to.destroy());
}

function look(): void {
  for (let [first] = waiting; first && first.due <= performance.now(); [first] = waiting) {
    first.to.write(first.bytes);
    waiting.shift();
  }
  if (waiting.length > 0) setImmediate(look);
}

const server = createServer((client) => {
  const postgres = connect(port, "127.0.0.1");
  pass(client, postgres);
  pass(postgres, client);
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.once("disconnect", () => process.exit());
