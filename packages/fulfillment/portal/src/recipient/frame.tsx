// What is around each step of a recipient's page: the title, which gets the focus when the step changes.
import { type ReactNode, useEffect, useRef } from "react";

interface FrameProps {
  readonly title: string;
  readonly over?: string;
  /** Whether the reader came here from another step. */
  readonly isNextStep?: boolean;
  readonly children: ReactNode;
}

export function Frame({ title, over, isNextStep = false, children }: FrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isNextStep) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [isNextStep]);
  return (
    <div className="sheet">
      <title>{over === undefined ? title : `${title} · ${over}`}</title>
      <main>
        <header className="sheet-head">
          {over !== undefined && <p className="over">{over}</p>}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
        </header>
        {children}
      </main>
    </div>
  );
}
