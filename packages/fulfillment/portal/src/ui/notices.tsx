// What has just happened -> a line at the edge of the window, read aloud, for a few seconds.
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import { Icon } from "./icon.tsx";

const Notify = createContext<(text: string) => void>(() => undefined);

/** A function that shows a notice; the next one replaces it. */
export function useNotify(): (text: string) => void {
  return useContext(Notify);
}

/** Long enough to be read twice. */
const shownFor = 7000;

export function Notices({ children }: { readonly children: ReactNode }) {
  const [notice, setNotice] = useState<{ readonly text: string } | null>(null);
  const notify = useCallback((text: string) => setNotice({ text }), []);
  useEffect(() => {
    if (notice === null) return;
    const timer = setTimeout(() => setNotice(null), shownFor);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <Notify value={notify}>
      {children}
      <div role="status" className="notices">
        {notice !== null && (
          <p className="notice">
            <Icon name="check" />
            {notice.text}
          </p>
        )}
      </div>
    </Notify>
  );
}
