// Ends with one line if another program uses the port.
import { connect } from "node:net";

const { PORT: port = 3000, npm_lifecycle_event: script } = process.env;

function isUsed(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "localhost", () => resolve(true));
    socket.once("error", () => resolve(false)).once("connect", () => socket.destroy());
  });
}

let free = Number(port);
while (await isUsed(free)) free += 1;
if (free !== Number(port)) {
  console.error(`Port ${port} is in use. Take another one: PORT=${free} npm run ${script}`);
  process.exit(1);
}
