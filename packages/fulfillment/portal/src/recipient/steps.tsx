// The steps that both pages have: choosing, the address, done.

import type { PlacedOrder, ShipTo } from "@fulfillment/portal-api/types";
import { lazy, type ReactNode, type RefObject, Suspense } from "react";
import { counted } from "../api/dates.ts";
import type { PortalError } from "../api/failures.ts";
import type { KnownAddress } from "../ui/address.tsx";
import { Icon } from "../ui/icon.tsx";
import { Skeleton } from "../ui/states.tsx";
import { Summary } from "./choose.tsx";
import { Frame } from "./frame.tsx";

/** The form brings the validators along: they load while one chooses. */
export const loadAddress = () => import("./address-form.tsx");
const AddressForm = lazy(loadAddress);

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
        {count === 0 ? "The cart is empty" : counted(count, "item")}
      </p>
      <button
        type="button"
        className="button primary large"
        aria-disabled={!canContinue}
        onClick={() => canContinue && onContinue()}
      >
        Continue
        <Icon name="next" />
      </button>
    </div>
  );
}

interface AddressStepProps {
  readonly over: string;
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

export function AddressStep({ over, lines, isNextStep, onBack, ...form }: AddressStepProps) {
  return (
    <Frame title="Where should it go?" over={over} isNextStep={isNextStep}>
      <section className="card" aria-label="Your choice">
        <Summary lines={lines} />
        <button type="button" className="button quiet-button" onClick={onBack}>
          <Icon name="back" />
          Change
        </button>
      </section>
      <Suspense fallback={<Skeleton what="the form" />}>
        <AddressForm {...form} />
      </Suspense>
    </Frame>
  );
}

interface DoneProps {
  readonly over: string;
  readonly orderNumber: string | null;
  readonly children?: ReactNode;
  readonly isNextStep: boolean;
}

export function Done({ over, orderNumber, children, isNextStep }: DoneProps) {
  return (
    <Frame title="Thank you, your order is placed" over={over} isNextStep={isNextStep}>
      <section className="card done">
        <span className="done-mark">
          <Icon name="check" />
        </span>
        {orderNumber !== null && (
          <p>
            Order <strong className="number">{orderNumber}</strong>
          </p>
        )}
        {children}
        <p className="quiet">You can close this page.</p>
      </section>
    </Frame>
  );
}
