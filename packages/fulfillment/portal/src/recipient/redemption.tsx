// The page of an invite: its cart is the service's, each change is sent.

import type { Cart, PlacedOrder, Redemption as RedemptionData } from "@fulfillment/portal-api/types";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { isNotFound, isRedeemed } from "../api/failures.ts";
import { send } from "../api/send.ts";
import {
  getRedemptionKey,
  getRedemptionOptions,
  redeemInviteMutation,
  viewRedemptionMutation,
} from "../generated/tanstack-query/index.gen.ts";
import type { KnownAddress } from "../ui/address.tsx";
import { ErrorAlert, Loaded } from "../ui/states.tsx";
import { say } from "../ui/words.ts";
import { useCart } from "./cart.ts";
import { Choose, Summary } from "./choose.tsx";
import { Frame, isSameVisit } from "./frame.tsx";
import { useSteps } from "./history.ts";
import { AddressStep, Continue, Done, loadAddress } from "./steps.tsx";
import { isUnderWay, Tracking } from "./tracking.tsx";

interface TokenProps {
  readonly token: string;
}

export function Redemption({ token }: TokenProps) {
  // The cart of the page is what the service last said: asking again would only overtake a change.
  const page = useQuery({ ...getRedemptionOptions(send, { path: { token } }), staleTime: Number.POSITIVE_INFINITY });
  useVisit(token, page.data?.status === "OPEN");
  if (page.data !== undefined) return <Steps token={token} page={page.data} />;
  const isGone = page.error !== null && isNotFound(page.error);
  return (
    <Frame title={isGone ? say("This link is not valid") : say("Your invite")}>
      {isGone ? (
        <p className="quiet">{say("A newer link may have replaced it. Ask the people who invited you.")}</p>
      ) : (
        <Loaded query={page} what="your invite">
          {() => null}
        </Loaded>
      )}
    </Frame>
  );
}

/** Once for each landing, which the sender of the invite learns of. */
function useVisit(token: string, isOpen: boolean): void {
  const { mutate } = useMutation(viewRedemptionMutation(send));
  const reported = useRef(false);
  useEffect(() => {
    if (!isOpen || reported.current) return;
    reported.current = true;
    if (!isSameVisit) mutate({ path: { token } });
  }, [isOpen, token, mutate]);
}

interface StepsProps extends TokenProps {
  readonly page: RedemptionData;
}

function Steps({ token, page }: StepsProps) {
  const queries = useQueryClient();
  const [placed, setPlaced] = useState<PlacedOrder | null>(null);
  const { cart, recipient, shipsTo } = page;
  const { step, hasMoved, goOn, goBack } = useSteps(cart.items.length === 0);
  const address = useRef<KnownAddress>(recipient);
  const redeem = useMutation({
    ...redeemInviteMutation(send),
    // In another tab, or by a request whose response was lost: the page says what became of it.
    onError: (error) => {
      if (isRedeemed(error)) void queries.invalidateQueries({ queryKey: getRedemptionKey({ path: { token } }) });
    },
  });
  if (placed !== null)
    return (
      <Done over={page} orderNumber={placed.orderNumber} isNextStep canReturn>
        <Summary lines={placed.products} />
      </Done>
    );
  if (page.status === "REDEEMED")
    return (
      <Done
        over={page}
        orderNumber={page.orderNumber}
        isNextStep={false}
        canReturn={page.shipment !== null && isUnderWay(page.shipment)}
      >
        {page.shipment !== null && <Tracking shipment={page.shipment} />}
      </Done>
    );
  if (step === "address")
    return (
      <AddressStep
        over={page}
        shipsTo={shipsTo}
        lines={cart.items}
        address={address}
        isNextStep={hasMoved}
        onBack={goBack}
        send={(shipTo) => redeem.mutateAsync({ path: { token }, body: { shipTo } })}
        onDone={setPlaced}
      />
    );
  return (
    <Frame title={say("Choose what you would like")} over={page} isNextStep={hasMoved}>
      {recipient.firstName !== undefined && (
        <p className="lead">{say("For you, {name}.", { name: recipient.firstName })}</p>
      )}
      <CartStep token={token} page={page} onContinue={goOn} />
    </Frame>
  );
}

function CartStep({ token, page: { products, cart }, onContinue }: StepsProps & { readonly onContinue: () => void }) {
  const { quantityOf, change, isSaving, error } = useCart(token, cart);
  useEffect(() => void loadAddress(), []);
  const shown = withCart(products, cart);
  return (
    <>
      <ErrorAlert error={error} />
      <Choose products={shown} quantityOf={quantityOf} isBusy={isSaving} onChange={change} />
      <Continue
        count={shown.reduce((sum, { sku }) => sum + quantityOf(sku), 0)}
        isSaving={isSaving}
        onContinue={onContinue}
      />
    </>
  );
}

/** What the cart holds stays there when it can no longer be chosen. */
function withCart(products: RedemptionData["products"], cart: Cart): RedemptionData["products"] {
  const others = cart.items.filter(({ sku }) => !products.some((product) => product.sku === sku));
  return [...products, ...others.map(({ sku, title }) => ({ sku, title, image: null }))];
}
