import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { begin } from "../requests/log.js";
import { askServer, isServerLost } from "./server-state.js";

/** How long to wait before the next try, in seconds. */
const PAUSE = 3;

const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "short" });

/** Says since when the page may be out of date, and asks the server again and again. When it is back, everything is read once more. */
export function LostServer() {
  const queries = useQueryClient();
  const [seconds, setSeconds] = useState(PAUSE);
  const loaded = Math.max(
    0,
    ...queries
      .getQueryCache()
      .findAll()
      .map(({ state }) => state.dataUpdatedAt),
  );

  const isSeen = useRef(false); // and not gone at once, as when the browser comes back online

  function ask() {
    isSeen.current = true;
    setSeconds(PAUSE);
    void askServer();
  }
  const tick = useEffectEvent(() => {
    isSeen.current = true;
    if (seconds > 1) setSeconds(seconds - 1);
    else ask();
  });
  // The server is back when it has answered any request, also one of before.
  const end = useEffectEvent(() => {
    if (!isSeen.current || isServerLost()) return;
    begin("The server is back");
    void queries.invalidateQueries();
  });
  useEffect(() => {
    const timer = setInterval(tick, 1000);
    return () => {
      clearInterval(timer);
      end();
    };
  }, []);

  const waiting = queries.isMutating(); // the countdown renders this again each second
  return (
    <div className="lost-server">
      <p>
        <strong>The server does not respond.</strong>{" "}
        {loaded > 0 && `You see what was loaded at ${clock.format(loaded)}. `}
        {waiting > 0 && `${waiting === 1 ? "One change is" : `${waiting} changes are`} not confirmed yet. `}
        <span aria-hidden="true">The next try is in {seconds} s.</span>
      </p>
      <button type="button" onClick={ask}>
        Try now
      </button>
    </div>
  );
}
