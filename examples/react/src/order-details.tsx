// One order.
import { useQuery } from "@tanstack/react-query";
import { send } from "./api.ts";
import { Failure } from "./failure.tsx";
import { getOrderOptions } from "./generated/tanstack-query/index.gen.ts";

interface OrderDetailsProps {
  readonly orderId: string;
  readonly onClose: () => void;
}

export function OrderDetails({ orderId, onClose }: OrderDetailsProps) {
  const order = useQuery(getOrderOptions(send, { path: { orderId } }));
  return (
    <section className="card" aria-labelledby="order">
      <h2 id="order">{order.data?.orderNumber ?? "Order"}</h2>
      {order.isPending && <p role="status">Loading…</p>}
      {order.isError && <Failure error={order.error} onRetry={() => void order.refetch()} />}
      {order.isSuccess && (
        <dl>
          <dt>Recipient</dt>
          <dd>
            {order.data.recipient.firstName} {order.data.recipient.lastName}
          </dd>
          <dt>Ships from</dt>
          <dd>{order.data.warehouse ?? "not decided yet"}</dd>
          <dt>Products</dt>
          <dd>{order.data.products.map(({ sku, quantity }) => `${quantity} × ${sku}`).join(", ")}</dd>
        </dl>
      )}
      <button type="button" className="quiet" onClick={onClose}>
        Close
      </button>
    </section>
  );
}
