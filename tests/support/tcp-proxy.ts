import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface TcpProxy {
  /** A URL of the server behind it, as a URL of the proxy. */
  through(url: string): string;
  /** Breaks every connection. New ones are accepted. */
  cut(): void;
  close(): Promise<void>;
}

/** Passes bytes between clients and a server on loopback, to break the connections of these clients alone. */
export async function startTcpProxy(port: number): Promise<TcpProxy> {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const target = connect(port, "127.0.0.1");
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      open.add(socket);
      socket.on("error", () => {}); // its close follows
      socket.on("close", () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    through(url) {
      const proxied = new URL(url);
      proxied.port = `${(server.address() as AddressInfo).port}`;
      return proxied.href;
    },
    cut,
    async close() {
      server.close();
      cut();
      await once(server, "close");
    },
  };
}
