// The public page of a campaign: its cart is only in the browser, until the order is placed.

import type { LandingPage, PlacedOrder } from "@fulfillment/portal-api/types";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { isNotFound, messageOfUnclear } from "../api/failures.ts";
import { send } from "../api/send.ts";
import { createLandingOrderMutation, getLandingPageOptions } from "../generated/tanstack-query/index.gen.ts";
import type { KnownAddress } from "../ui/address.tsx";
import { Loaded } from "../ui/states.tsx";
import { say } from "../ui/words.ts";
import { Choose, Summary } from "./choose.tsx";
import { Frame } from "./frame.tsx";
import { keepInHistory, type Quantities, quantitiesInHistory, useSteps } from "./history.ts";
import { AddressStep, Continue, Done, loadAddress } from "./steps.tsx";

interface TokenProps {
  readonly token: string;
}

export function Landing({ token }: TokenProps) {
  const page = useQuery(getLandingPageOptions(send, { path: { token } }));
  if (page.data !== undefined) return <Steps token={token} page={page.data} />;
  const isGone = page.error !== null && isNotFound(page.error);
  return (
    <Frame title={isGone ? say("This page is closed") : say("Welcome")}>
      {isGone ? (
        <p className="quiet">{say("Orders are no longer taken here, or the link is not complete.")}</p>
      ) : (
        <Loaded query={page} what="the page">
          {() => null}
        </Loaded>
      )}
    </Frame>
  );
}

function Steps({ token, page }: TokenProps & { readonly page: LandingPage }) {
  const { products, shipsTo } = page;
  const [quantities, setQuantities] = useState(quantitiesInHistory);
  const address = useRef<KnownAddress>({});
  const [placed, setPlaced] = useState<PlacedOrder | null>(null);
  const order = useMutation(createLandingOrderMutation(send));
  useEffect(() => void loadAddress(), []);

  const change = (next: Quantities): void => {
    setQuantities(next);
    keepInHistory(next);
  };
  const quantityOf = (sku: string): number => quantities.get(sku) ?? 0;
  const lines = products
    .filter(({ sku }) => quantityOf(sku) > 0)
    .map(({ sku, title }) => ({ sku, title, quantity: quantityOf(sku) }));
  const { step, hasMoved, goOn, goBack } = useSteps(lines.length === 0);
  if (placed !== null)
    return (
      <Done over={page} orderNumber={placed.orderNumber} isNextStep>
        <Summary lines={placed.products} />
      </Done>
    );
  if (step === "address")
    return (
      <AddressStep
        over={page}
        shipsTo={shipsTo}
        lines={lines}
        address={address}
        isNextStep={hasMoved}
        explain={(error) =>
          messageOfUnclear(
            error,
            say("Your order may be placed already. If you order again, you may get everything twice."),
          )
        }
        onBack={goBack}
        send={(shipTo) =>
          order.mutateAsync({
            path: { token },
            body: { shipTo, products: lines.map(({ sku, quantity }) => ({ sku, quantity })) },
          })
        }
        onDone={(order) => {
          // A reload starts from scratch, and does not offer the same order again.
          keepInHistory(new Map());
          setPlaced(order);
        }}
      />
    );
  return (
    <Frame title={say("Choose what you would like")} over={page} isNextStep={hasMoved}>
      <Choose
        products={products}
        quantityOf={quantityOf}
        onChange={(sku, quantity) => change(new Map(quantities).set(sku, quantity))}
      />
      <Continue count={lines.reduce((sum, { quantity }) => sum + quantity, 0)} onContinue={goOn} />
    </Frame>
  );
}
