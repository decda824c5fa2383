// Ends with one sentence if another program uses the port.
import { connect } from "node:net";

const { PORT: port = 3000, npm_lifecycle_event: script } = process.env;
const socket = connect(port, "localhost", () => {
  console.error(`Another program uses port ${port}. Take another one: PORT=${Number(port) + 1} npm run ${script}`);
  process.exit(1);
});
socket.once("error", () => {}); // nobody listens there
