// The page of an invite: its cart is the service's, each change is sent.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { isNotFound, messageOf } from "../api/failures.ts";
import { send } from "../api/send.ts";
import {
  addCartItemMutation,
  getRedemptionKey,
  getRedemptionOptions,
  redeemInviteMutation,
  removeCartItemMutation,
  updateCartItemMutation,
  viewRedemptionMutation,
} from "../generated/tanstack-query/index.gen.ts";
import type { Cart, PlacedOrder, Redemption as RedemptionData } from "../generated/types/index.gen.ts";
import { Alert, Loaded } from "../ui/states.tsx";
import { Choose, Summary } from "./choose.tsx";
import { Frame } from "./frame.tsx";
import { AddressStep, Continue, Done, loadAddress } from "./steps.tsx";

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
    <Frame title={isGone ? "This link is not valid" : "Your invite"}>
      {isGone ? (
        <p className="quiet">A newer link may have replaced it. Ask the people who invited you.</p>
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
    mutate({ path: { token } });
  }, [isOpen, token, mutate]);
}

interface StepsProps extends TokenProps {
  readonly page: RedemptionData;
}

function Steps({ token, page }: StepsProps) {
  const [step, setStep] = useState<"first" | "choose" | "address">("first");
  const [placed, setPlaced] = useState<PlacedOrder | null>(null);
  const redeem = useMutation(redeemInviteMutation(send));
  const { campaignTitle, cart, recipient } = page;
  if (placed !== null)
    return (
      <Done over={campaignTitle} orderNumber={placed.orderNumber} isNextStep>
        <Summary lines={placed.products} />
      </Done>
    );
  if (page.status === "REDEEMED")
    return <Done over={campaignTitle} orderNumber={page.orderNumber} isNextStep={false} />;
  if (step === "address")
    return (
      <AddressStep
        over={campaignTitle}
        lines={cart.items}
        known={recipient}
        onBack={() => setStep("choose")}
        send={(shipTo) => redeem.mutateAsync({ path: { token }, body: { shipTo } })}
        onDone={setPlaced}
      />
    );
  return (
    <Frame title="Choose what you would like" over={campaignTitle} isNextStep={step === "choose"}>
      {recipient.firstName !== undefined && <p className="lead">For you, {recipient.firstName}.</p>}
      <CartStep token={token} page={page} onContinue={() => setStep("address")} />
    </Frame>
  );
}

function CartStep({ token, page: { products, cart }, onContinue }: StepsProps & { readonly onContinue: () => void }) {
  const queries = useQueryClient();
  const key = getRedemptionKey({ path: { token } });
  const onSuccess = (next: Cart): void => {
    queries.setQueryData(key, (page) => (page === undefined ? page : { ...page, cart: next }));
  };
  const add = useMutation({ ...addCartItemMutation(send), onSuccess });
  const update = useMutation({ ...updateCartItemMutation(send), onSuccess });
  const remove = useMutation({ ...removeCartItemMutation(send), onSuccess });
  useEffect(() => void loadAddress(), []);

  const isBusy = add.isPending || update.isPending || remove.isPending;
  const error = [add, update, remove].find(({ isError }) => isError)?.error ?? null;
  const quantityOf = (sku: string): number => cart.items.find((item) => item.sku === sku)?.quantity ?? 0;
  /** One after the other: each says how many from then on. */
  const change = (sku: string, quantity: number): void => {
    if (isBusy) return;
    for (const mutation of [add, update, remove]) mutation.reset();
    if (quantity === 0) remove.mutate({ path: { token, sku } });
    else if (quantityOf(sku) === 0) add.mutate({ path: { token }, body: { sku, quantity } });
    else update.mutate({ path: { token, sku }, body: { quantity } });
  };
  return (
    <>
      {error !== null && (
        <Alert>
          <p>{messageOf(error)}</p>
        </Alert>
      )}
      <Choose products={withCart(products, cart)} quantityOf={quantityOf} isBusy={isBusy} onChange={change} />
      <Continue count={cart.items.reduce((sum, { quantity }) => sum + quantity, 0)} onContinue={onContinue} />
    </>
  );
}

/** What the cart holds stays there when it can no longer be chosen. */
function withCart(products: RedemptionData["products"], cart: Cart): RedemptionData["products"] {
  return [...products, ...cart.items.filter(({ sku }) => !products.some((product) => product.sku === sku))];
}
