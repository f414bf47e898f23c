// The steps of a recipient's page as entries of the browser's history: going back leads to the step before, and reloading stays.
import { useEffect, useEffectEvent, useState } from "react";

export type Step = "choose" | "address";

/** SKUs with quantities. */
export type Quantities = ReadonlyMap<string, number>;

export interface Steps {
  readonly step: Step;
  /** Whether the reader came here from another step. */
  readonly hasMoved: boolean;
  goOn(): void;
  goBack(): void;
}

/** `isEmpty`: there is nothing to ship yet, so that a history with an address in it starts again with the choice. */
export function useSteps(isEmpty: boolean): Steps {
  const [step, setStep] = useState(() => stepInHistory(isEmpty));
  const [hasMoved, setMoved] = useState(false);
  const onMove = useEffectEvent(() => {
    setStep(stepInHistory(isEmpty));
    setMoved(true);
  });
  useEffect(() => {
    const move = (): void => onMove();
    window.addEventListener("popstate", move);
    return () => window.removeEventListener("popstate", move);
  }, []);
  return {
    step,
    hasMoved,
    goOn: () => {
      window.history.pushState({ ...entry(), step: "address" }, "");
      setStep("address");
      setMoved(true);
    },
    goBack: () => window.history.back(),
  };
}

/** Survives a reload with the page, and goes with its tab. */
export function keepInHistory(quantities: Quantities): void {
  window.history.replaceState({ ...entry(), quantities: [...quantities] }, "");
}

/** What former versions of the page or anyone else put there is ignored. */
export function quantitiesInHistory(): Quantities {
  const { quantities } = entry();
  return new Map(Array.isArray(quantities) ? quantities.flatMap(lineOf) : []);
}

function lineOf(pair: unknown): [string, number][] {
  if (!Array.isArray(pair)) return [];
  const [sku, quantity]: unknown[] = pair;
  return typeof sku === "string" && typeof quantity === "number" && Number.isSafeInteger(quantity) && quantity > 0
    ? [[sku, quantity]]
    : [];
}

function stepInHistory(isEmpty: boolean): Step {
  if (entry().step !== "address") return "choose";
  if (!isEmpty) return "address";
  window.history.replaceState({ ...entry(), step: "choose" }, "");
  return "choose";
}

function entry(): { readonly step?: unknown; readonly quantities?: unknown } {
  const state: unknown = window.history.state;
  return typeof state === "object" && state !== null ? state : {};
}
