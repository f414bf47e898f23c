// What a recipient taps -> changes of the cart that the service has: one after the other, and none of them is lost.

import type { Cart } from "@fulfillment/portal-api/types";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { PortalError } from "../api/failures.ts";
import { send } from "../api/send.ts";
import {
  addCartItemMutation,
  getRedemptionKey,
  removeCartItemMutation,
  updateCartItemMutation,
} from "../generated/tanstack-query/index.gen.ts";
import type { Quantities } from "./history.ts";

export interface CartChanges {
  /** As tapped, whether or not the service has it yet. */
  quantityOf(sku: string): number;
  change(sku: string, quantity: number): void;
  readonly isSaving: boolean;
  /** Of a change that the service did not take: what was tapped since is forgotten, and the cart is the service's again. */
  readonly error: PortalError | null;
}

export function useCart(token: string, cart: Cart): CartChanges {
  const queries = useQueryClient();
  const key = getRedemptionKey({ path: { token } });
  const add = useMutation(addCartItemMutation(send));
  const update = useMutation(updateCartItemMutation(send));
  const remove = useMutation(removeCartItemMutation(send));
  /** How many of each are to be in the cart in the end. */
  const [wanted, setWanted] = useState<Quantities>(new Map());
  const [error, setError] = useState<PortalError | null>(null);
  const isSending = useRef(false);

  /** Of the cache, which has a response before the page is rendered with it. */
  const latest = (): Cart => queries.getQueryData(key)?.cart ?? cart;
  const held = (sku: string): number => latest().items.find((item) => item.sku === sku)?.quantity ?? 0;
  const store = async (sku: string, quantity: number): Promise<Cart> => {
    if (quantity === held(sku)) return latest();
    if (quantity === 0) return await remove.mutateAsync({ path: { token, sku } });
    if (held(sku) === 0) return await add.mutateAsync({ path: { token }, body: { sku, quantity } });
    return await update.mutateAsync({ path: { token, sku }, body: { quantity } });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of what is wanted sends the next of it
  useEffect(() => {
    const [next] = wanted;
    if (next === undefined || isSending.current) return;
    const [sku, quantity] = next;
    isSending.current = true;
    store(sku, quantity).then(
      (stored) => {
        isSending.current = false;
        queries.setQueryData(key, (page) => page && { ...page, cart: stored });
        setWanted((current) => new Map([...current].filter((one) => one[0] !== sku || one[1] !== quantity)));
      },
      (failure: PortalError) => {
        isSending.current = false;
        setError(failure);
        setWanted(new Map());
      },
    );
  }, [wanted]);

  return {
    quantityOf: (sku) => wanted.get(sku) ?? held(sku),
    change: (sku, quantity) => {
      setError(null);
      setWanted((current) => new Map(current).set(sku, quantity));
    },
    isSaving: wanted.size > 0,
    error,
  };
}
