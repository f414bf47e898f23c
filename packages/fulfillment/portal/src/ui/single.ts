// A mutation that must not be sent twice -> a function that starts it unless it has begun.
import { useEffect, useRef } from "react";

/** `isPending` is true only from the next render on: a second click may come before that. */
export function useSingle({ isPending }: { readonly isPending: boolean }): (start: () => void) => void {
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!isPending) hasBegun.current = false;
  }, [isPending]);
  return (start) => {
    if (hasBegun.current || isPending) return;
    hasBegun.current = true;
    start();
  };
}
