// The public page of a campaign: its cart is only in the page, until the order is placed.
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { isNotFound } from "../api/failures.ts";
import { send } from "../api/send.ts";
import { createLandingOrderMutation, getLandingPageOptions } from "../generated/tanstack-query/index.gen.ts";
import type { LandingPage, PlacedOrder } from "../generated/types/index.gen.ts";
import { Loaded } from "../ui/states.tsx";
import { Choose, Summary } from "./choose.tsx";
import { Frame } from "./frame.tsx";
import { AddressStep, Continue, Done, loadAddress } from "./steps.tsx";

interface TokenProps {
  readonly token: string;
}

export function Landing({ token }: TokenProps) {
  const page = useQuery(getLandingPageOptions(send, { path: { token } }));
  if (page.data !== undefined) return <Steps token={token} page={page.data} />;
  const isGone = page.error !== null && isNotFound(page.error);
  return (
    <Frame title={isGone ? "This page is closed" : "Welcome"}>
      {isGone ? (
        <p className="quiet">Orders are no longer taken here, or the link is not complete.</p>
      ) : (
        <Loaded query={page} what="the page">
          {() => null}
        </Loaded>
      )}
    </Frame>
  );
}

function Steps({ token, page: { campaignTitle, products } }: TokenProps & { readonly page: LandingPage }) {
  const [step, setStep] = useState<"first" | "choose" | "address">("first");
  const [quantities, setQuantities] = useState<ReadonlyMap<string, number>>(new Map());
  const [placed, setPlaced] = useState<PlacedOrder | null>(null);
  const order = useMutation(createLandingOrderMutation(send));
  useEffect(() => void loadAddress(), []);

  const quantityOf = (sku: string): number => quantities.get(sku) ?? 0;
  const lines = products
    .filter(({ sku }) => quantityOf(sku) > 0)
    .map(({ sku, title }) => ({ sku, title, quantity: quantityOf(sku) }));
  if (placed !== null)
    return (
      <Done over={campaignTitle} orderNumber={placed.orderNumber} isNextStep>
        <Summary lines={placed.products} />
      </Done>
    );
  if (step === "address")
    return (
      <AddressStep
        over={campaignTitle}
        lines={lines}
        known={{}}
        onBack={() => setStep("choose")}
        send={(shipTo) =>
          order.mutateAsync({
            path: { token },
            body: { shipTo, products: lines.map(({ sku, quantity }) => ({ sku, quantity })) },
          })
        }
        onDone={setPlaced}
      />
    );
  return (
    <Frame title="Choose what you would like" over={campaignTitle} isNextStep={step === "choose"}>
      <Choose
        products={products}
        quantityOf={quantityOf}
        onChange={(sku, quantity) => setQuantities(new Map(quantities).set(sku, quantity))}
      />
      <Continue count={lines.reduce((sum, { quantity }) => sum + quantity, 0)} onContinue={() => setStep("address")} />
    </Frame>
  );
}
