// A form that keeps what the member typed until it is sent: also when the page is left, or the session ends.
import { Fragment, type ReactNode, useMemo, useState } from "react";
import { DraftContext, draftOf } from "../ui/draft.ts";
import { focusTitle } from "./page.tsx";
import { useSession } from "./session.ts";

interface DraftedProps {
  /** Of the form, such as `orders/new`. */
  readonly name: string;
  readonly children: ReactNode;
}

export function Drafted({ name, children }: DraftedProps) {
  const { member } = useSession();
  const draft = useMemo(() => draftOf(member.id, name), [member.id, name]);
  const [isRestored, setRestored] = useState(draft.exists);
  const [times, setTimes] = useState(0);
  const startOver = (): void => {
    draft.clear();
    setRestored(false);
    setTimes(times + 1);
    focusTitle();
  };
  return (
    <DraftContext value={draft}>
      {isRestored && (
        <p className="note" role="status">
          What you typed before is still here.{" "}
          <button type="button" className="link" onClick={startOver}>
            Start over
          </button>
        </p>
      )}
      <Fragment key={times}>{children}</Fragment>
    </DraftContext>
  );
}
