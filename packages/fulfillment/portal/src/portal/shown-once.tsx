// A key, a secret or a link that the service returns once: shown until it is put away, and nowhere else.
import { type ReactNode, useEffect } from "react";
import { CopyButton, Secret } from "../ui/copy.tsx";
import { Dialog } from "../ui/dialog.tsx";

interface ShownOnceProps {
  readonly title: string;
  readonly what: string;
  readonly value: string;
  readonly children: ReactNode;
  /** What to do with it. */
  readonly next?: ReactNode;
  readonly onClose: () => void;
}

export function ShownOnce({ title, what, value, children, next, onClose }: ShownOnceProps) {
  useEffect(() => {
    // A browser may keep the whole page for the way back, with what it shows.
    window.addEventListener("pagehide", onClose);
    return () => window.removeEventListener("pagehide", onClose);
  }, [onClose]);
  return (
    <Dialog title={title} onClose={onClose} isAlert>
      <div className="prose">{children}</div>
      <Secret value={value} label={what} />
      <div className="actions end">
        <CopyButton text={value} label={`Copy ${what.toLowerCase()}`} isPrimary />
        <button type="button" className="button" onClick={onClose}>
          Done
        </button>
      </div>
      {next}
    </Dialog>
  );
}
