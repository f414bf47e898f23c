// The recipient's own address -> an order.
import type { PlacedOrder, RedemptionOrder, RedemptionRecipient, ShipTo } from "../generated/types/index.gen.ts";
import { RedemptionOrderSchema } from "../generated/zod/index.gen.ts";
import { AddressFields, shipToOf } from "../ui/address.tsx";
import { Form, Submit } from "../ui/form.tsx";

interface AddressFormProps {
  readonly known: RedemptionRecipient;
  readonly send: (shipTo: ShipTo) => Promise<PlacedOrder>;
  readonly onDone: (order: PlacedOrder) => void;
}

export default function AddressForm({ known, send, onDone }: AddressFormProps) {
  return (
    <Form
      label="Your address"
      schema={RedemptionOrderSchema}
      read={(fields): RedemptionOrder => ({ shipTo: shipToOf(fields) })}
      send={({ shipTo }) => send(shipTo)}
      onDone={onDone}
    >
      <section className="card">
        <AddressFields known={known} isOwn />
      </section>
      <div className="bar">
        <Submit pending="Placing your order…">Place order</Submit>
      </div>
    </Form>
  );
}
