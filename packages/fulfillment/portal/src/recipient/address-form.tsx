// The recipient's own address -> an order.

import type { PlacedOrder, RedemptionOrder, ShipTo } from "@fulfillment/portal-api/types";
import { RedemptionOrderSchema } from "@fulfillment/portal-api/validators";
import type { RefObject } from "react";
import type { PortalError } from "../api/failures.ts";
import { AddressFields, type KnownAddress, shipToOf } from "../ui/address.tsx";
import { Fields } from "../ui/fields.ts";
import { Form, Submit } from "../ui/form.tsx";
import { say } from "../ui/words.ts";

interface AddressFormProps {
  readonly address: RefObject<KnownAddress>;
  readonly send: (shipTo: ShipTo) => Promise<PlacedOrder>;
  readonly explain?: (error: PortalError) => string;
  readonly onDone: (order: PlacedOrder) => void;
}

export default function AddressForm({ address, send, onDone, ...rest }: AddressFormProps) {
  const keep = (form: HTMLFormElement | null): void => {
    if (form !== null) address.current = shipToOf(new Fields(form));
  };
  return (
    <Form
      label={say("Your address")}
      schema={RedemptionOrderSchema}
      read={(fields): RedemptionOrder => ({ shipTo: shipToOf(fields) })}
      send={({ shipTo }) => send(shipTo)}
      onDone={onDone}
      {...rest}
    >
      <section className="card" onInput={({ currentTarget }) => keep(currentTarget.closest("form"))}>
        <AddressFields known={address.current} isOwn />
      </section>
      <div className="bar">
        <Submit pending={say("Placing your order…")}>{say("Place order")}</Submit>
      </div>
    </Form>
  );
}
