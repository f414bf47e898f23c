// Whether the browser has a network, and whether something takes long -> what the page says of it.
import { useEffect, useState, useSyncExternalStore } from "react";
import { say } from "./words.ts";

/** Lists that wait are loaded when the connection is back; forms are sent by another click. */
export function Connection() {
  const isOnline = useSyncExternalStore(listen, () => navigator.onLine);
  return (
    <div role="status" className="connection">
      {!isOnline && <p className="note amber">{say("You are offline. The page loads when the connection is back.")}</p>}
    </div>
  );
}

function listen(onChange: () => void): () => void {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}

/** Milliseconds after which a reader wonders whether anything happens. */
const longWait = 5_000;

export function useLongWait(): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longWait);
    return () => clearTimeout(timer);
  }, []);
  return isLong;
}
