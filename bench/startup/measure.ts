// One start, in a process of its own: from its first line to the first answer, imports included.
import { connect } from "node:net";
import type { ContenderModule } from "../server/serve.js";

const PORT = Number(process.argv[3]);
const path = process.argv[4] ?? "/";

const contender = (await import(`./servers/${process.argv[2]}.js`)) as ContenderModule; // every file there is one
await contender.start(PORT);
const answer = await new Promise<string>((resolve, reject) => {
  const socket = connect(PORT, "127.0.0.1", () => socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`));
  socket.once("data", (data) => resolve(data.toString("latin1")));
  socket.once("error", reject);
});
const { user, system } = process.cpuUsage();
if (!answer.startsWith("HTTP/1.1 200")) throw new Error(answer);
process.send?.({ cpu: (user + system) / 1000, wall: performance.now() });
process.exit();
