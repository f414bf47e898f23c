// The frame of a page: its title, which gets the focus on arrival from another page, what one can do, its content.
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef } from "react";
import { Link } from "wouter";
import { Icon } from "../ui/icon.tsx";

const Arrived = createContext<RefObject<boolean> | null>(null);

/** Browsers announce the first page by themselves; those after it are announced by the focus on their title. */
export function Arrivals({ children }: { readonly children: ReactNode }) {
  return <Arrived value={useRef(false)}>{children}</Arrived>;
}

/** After an action that takes away what had the focus. */
export function focusTitle(): void {
  document.querySelector("h1")?.focus();
}

/** An element `title` would stay that of the window while its page is hidden. */
export function useWindowTitle(name: string): void {
  useEffect(() => {
    document.title = `${name} · Fulfillment portal`;
  }, [name]);
}

interface PageProps {
  readonly title: ReactNode;
  /** The title of the window, where `title` is more than text. */
  readonly name?: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly back?: { readonly to: string; readonly label: string };
  readonly isNarrow?: boolean;
  readonly children: ReactNode;
}

export function Page({ title, name, lead, actions, back, isNarrow = false, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const arrived = useContext(Arrived);
  useWindowTitle(name ?? String(title));
  useEffect(() => {
    if (arrived === null) return;
    if (arrived.current) {
      window.scrollTo(0, 0);
      heading.current?.focus({ preventScroll: true });
    }
    arrived.current = true;
  }, [arrived]);
  return (
    <div className={isNarrow ? "page narrow" : "page"}>
      <header className="page-head">
        {back !== undefined && (
          <Link href={back.to} className="back">
            <Icon name="back" />
            {back.label}
          </Link>
        )}
        <div className="page-title">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {actions !== undefined && <div className="actions">{actions}</div>}
        </div>
        {lead !== undefined && <p className="lead">{lead}</p>}
      </header>
      {children}
    </div>
  );
}
