import { onlineManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { LostServer } from "./lost-server.js";
import { useServerLost } from "./server-state.js";

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);
const isOnline = () => onlineManager.isOnline();

/** A message that shows without a connection, and while the server does not respond. */
export function ConnectionBar() {
  const online = useSyncExternalStore(subscribe, isOnline);
  const lost = useServerLost();
  return (
    <div role="status" className="connection">
      {!online && (
        <p>
          <strong>You are offline.</strong> What was loaded before is still here. The rest follows when you are back.
        </p>
      )}
      {online && lost && <LostServer />}
    </div>
  );
}
