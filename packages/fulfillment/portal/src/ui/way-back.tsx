// Where the focus was before a dialog opened -> where it is when it has closed. React Aria loads with the pages that have dialogs, this before.
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef } from "react";

/** What last had the focus outside of dialogs. */
const Before = createContext<RefObject<HTMLElement | null>>({ current: null });

/** Around all pages with dialogs. */
export function WayBack({ children }: { readonly children: ReactNode }) {
  const before = useRef<HTMLElement>(null);
  useEffect(() => {
    const remember = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement && target.closest(".overlay") === null) before.current = target;
    };
    document.addEventListener("focusin", remember);
    return () => document.removeEventListener("focusin", remember);
  }, []);
  return <Before value={before}>{children}</Before>;
}

/** Of a dialog, which may follow another one: the last of them leads back to what opened the first. */
export function useWayBack(): void {
  const before = useContext(Before);
  useEffect(() => () => leadBack(before.current), [before]);
}

/** React Aria leads back by itself, in the next frame, unless the button is gone: then it is the title of the page. */
function leadBack(to: HTMLElement | null): void {
  const lead = (): void => {
    if (document.activeElement !== document.body) return;
    const isThere = to?.isConnected === true && to.getClientRects().length > 0;
    (isThere ? to : document.querySelector("h1"))?.focus();
  };
  requestAnimationFrame(() => requestAnimationFrame(lead));
}
