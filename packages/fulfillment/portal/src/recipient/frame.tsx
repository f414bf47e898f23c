// What is around each step of a recipient's page: the title, which gets the focus when the step changes.
import type { Sender } from "@fulfillment/portal-api/types";
import { type ReactNode, useEffect, useRef } from "react";
import { Connection } from "../ui/connection.tsx";
import { language, languages, say } from "../ui/words.ts";

/** In the storage of the tab while the page is loaded again in another language. */
const sameVisit = "same visit";
export const isSameVisit: boolean = sessionStorage.getItem(sameVisit) !== null;
sessionStorage.removeItem(sameVisit);

export interface Over {
  readonly campaignTitle: string;
  readonly sender: Sender;
}

interface FrameProps {
  readonly title: string;
  /** Who sends it, and for which campaign. */
  readonly over?: Over;
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
      <title>{over === undefined ? title : `${title} · ${over.campaignTitle}`}</title>
      <Connection />
      <main>
        <header className="sheet-head">
          {over !== undefined && <From {...over} />}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
        </header>
        {children}
      </main>
      <Languages />
    </div>
  );
}

function From({ sender: { name, logo }, campaignTitle }: Over) {
  return (
    <div className="from">
      {logo !== null && <img src={logo} alt="" className="logo" />}
      <p>
        <span className="quiet small second">{say("From {sender}", { sender: name })}</span>
        <span className="over">{campaignTitle}</span>
      </p>
    </div>
  );
}

/** The same page: what is in the cart and the history stays. */
function Languages() {
  return (
    <footer className="languages small">
      {Object.entries(languages).map(([code, name]) => (
        <a
          key={code}
          href={`?lang=${code}`}
          lang={code}
          hrefLang={code}
          onClick={() => sessionStorage.setItem(sameVisit, "true")}
          aria-current={code === language ? "true" : undefined}
        >
          {name}
        </a>
      ))}
    </footer>
  );
}
