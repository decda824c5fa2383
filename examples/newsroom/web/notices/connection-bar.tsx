import { onlineManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);
const isOnline = () => onlineManager.isOnline();

/** A message that shows without a connection. */
export function ConnectionBar() {
  const online = useSyncExternalStore(subscribe, isOnline);
  return (
    <div role="status" className="connection">
      {!online && (
        <p>
          <strong>You are offline.</strong> What was loaded before is still here. The rest follows when you are back.
        </p>
      )}
    </div>
  );
}
