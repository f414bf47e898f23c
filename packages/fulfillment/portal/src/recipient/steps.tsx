// The steps that both pages have: choosing, the address, done.

import type { PlacedOrder, ShipTo } from "@fulfillment/portal-api/types";
import { lazy, type ReactNode, type RefObject, Suspense } from "react";
import { countOf } from "../api/dates.ts";
import type { PortalError } from "../api/failures.ts";
import type { KnownAddress } from "../ui/address.tsx";
import { Icon } from "../ui/icon.tsx";
import { loadPart } from "../ui/lazy-part.ts";
import { Skeleton } from "../ui/states.tsx";
import { language, say } from "../ui/words.ts";
import { Summary } from "./choose.tsx";
import { Frame, type Over } from "./frame.tsx";

/** The form brings the validators along: they load while one chooses. */
export const loadAddress = () => loadPart(() => import("./address-form.tsx"));
const AddressForm = lazy(loadAddress);

const countries = new Intl.DisplayNames(language, { type: "region" });

interface ContinueProps {
  readonly count: number;
  /** The next step shows the cart that the service has. */
  readonly isSaving?: boolean;
  readonly onContinue: () => void;
}

export function Continue({ count, isSaving = false, onContinue }: ContinueProps) {
  const canContinue = count > 0 && !isSaving;
  return (
    <div className="bar">
      <p role="status" className="number">
        {count === 0
          ? say("The cart is empty")
          : say(count === 1 ? "{count} item" : "{count} items", { count: countOf(count) })}
      </p>
      <button
        type="button"
        className="button primary large"
        aria-disabled={!canContinue}
        onClick={() => canContinue && onContinue()}
      >
        {say("Continue")}
        <Icon name="next" />
      </button>
    </div>
  );
}

interface AddressStepProps {
  readonly over: Over;
  /** The code of a country. */
  readonly shipsTo: string;
  readonly lines: readonly { readonly sku: string; readonly title: string; readonly quantity: number }[];
  /** What is known of it, and what was typed before going back. */
  readonly address: RefObject<KnownAddress>;
  readonly isNextStep: boolean;
  /** Another text for an error that is about the whole form. */
  readonly explain?: (error: PortalError) => string;
  readonly onBack: () => void;
  readonly send: (shipTo: ShipTo) => Promise<PlacedOrder>;
  readonly onDone: (order: PlacedOrder) => void;
}

export function AddressStep({ over, shipsTo, lines, isNextStep, onBack, ...form }: AddressStepProps) {
  return (
    <Frame title={say("Where should it go?")} over={over} isNextStep={isNextStep}>
      <section className="card" aria-label={say("Your choice")}>
        <Summary lines={lines} />
        <button type="button" className="button quiet-button" onClick={onBack}>
          <Icon name="back" />
          {say("Change")}
        </button>
      </section>
      <p className="quiet">{say("Ships to: {country}", { country: countries.of(shipsTo) ?? shipsTo })}</p>
      <Suspense fallback={<Skeleton what="the form" />}>
        <AddressForm {...form} />
      </Suspense>
    </Frame>
  );
}

interface DoneProps {
  readonly over: Over;
  /** Whether the link will show more of the order. */
  readonly canReturn?: boolean;
  readonly orderNumber: string | null;
  readonly children?: ReactNode;
  readonly isNextStep: boolean;
}

export function Done({ over, orderNumber, canReturn = false, children, isNextStep }: DoneProps) {
  return (
    <Frame title={say("Thank you, your order is placed")} over={over} isNextStep={isNextStep}>
      <section className="card done">
        <span className="done-mark">
          <Icon name="check" />
        </span>
        {orderNumber !== null && (
          <p className="number">
            <strong>{say("Order {number}", { number: orderNumber })}</strong>
          </p>
        )}
        {children}
        <p className="quiet">
          {canReturn ? say("Open this link again to follow your order.") : say("You can close this page.")}
        </p>
      </section>
    </Frame>
  );
}
