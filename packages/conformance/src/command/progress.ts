// A run in progress -> lines for a terminal: each finding when it is made, and the time that has passed.
import { printable, type Terminal } from "waybill/command";
import { type Finding, sentenceOf } from "../finding.ts";

export interface Progress {
  readonly finding: (finding: Finding) => void;
  readonly case: () => void;
  readonly end: () => void;
}

/** Prints nothing unless stderr is a terminal. */
export function watchRun({ isWatched, err }: Terminal): Progress {
  if (!isWatched) return { finding: () => {}, case: () => {}, end: () => {} };
  const started = performance.now();
  let found = 0;
  let cases = 0;
  const clear = "\r\u001b[K";
  const show = (): void => {
    const seconds = Math.round((performance.now() - started) / 1000);
    err(`${clear}conform: ${seconds} s, ${cases} cases, ${found} ${found === 1 ? "finding" : "findings"}`);
  };
  const timer = setInterval(show, 1000);
  return {
    finding: (finding) => {
      found += 1;
      err(`${clear}${printable(sentenceOf(finding))}\n`);
      show();
    },
    case: () => {
      cases += 1;
    },
    end: () => {
      clearInterval(timer);
      err(clear);
    },
  };
}
