// Ends with one sentence if another program uses the port of `npm run dev`.
import { connect } from "node:net";

const port = process.env.PORT ?? 3000;
const socket = connect(port, "localhost", () => {
  console.error(`Another program uses port ${port}. Take another one: PORT=${Number(port) + 1} npm run dev`);
  process.exit(1);
});
socket.once("error", () => {}); // nobody listens there
