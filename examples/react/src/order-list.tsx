// The account's orders, page by page.
import { useInfiniteQuery } from "@tanstack/react-query";
import { send } from "./api.ts";
import { Failure } from "./failure.tsx";
import { listOrdersInfiniteOptions } from "./generated/tanstack-query/index.gen.ts";

interface OrderListProps {
  readonly chosen: string | null;
  readonly onChoose: (orderId: string) => void;
}

export function OrderList({ chosen, onChoose }: OrderListProps) {
  const orders = useInfiniteQuery({
    ...listOrdersInfiniteOptions(send, { query: { limit: 5 } }),
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
  if (orders.isPending) return <p role="status">Loading orders…</p>;
  if (orders.isError) return <Failure error={orders.error} onRetry={() => void orders.refetch()} />;
  if (orders.data.length === 0) return <p role="status">No orders yet. Place the first one.</p>;
  return (
    <>
      <ul className="orders">
        {orders.data.map(({ id, orderNumber, status, recipient, orderDate }) => (
          <li key={id}>
            <button type="button" aria-pressed={id === chosen} onClick={() => onChoose(id)}>
              <strong>{orderNumber}</strong>
              <span>
                {recipient.firstName} {recipient.lastName}
              </span>
              <time dateTime={orderDate}>{new Date(orderDate).toLocaleDateString("en", { dateStyle: "medium" })}</time>
              <span className={`status ${status.toLowerCase()}`}>{wordsOf(status)}</span>
            </button>
          </li>
        ))}
      </ul>
      {orders.hasNextPage && (
        <button
          type="button"
          className="more"
          disabled={orders.isFetchingNextPage}
          onClick={() => void orders.fetchNextPage()}
        >
          {orders.isFetchingNextPage ? "Loading…" : "More orders"}
        </button>
      )}
    </>
  );
}

/** `AWAITING_SHIPMENT`: awaiting shipment. */
function wordsOf(status: string): string {
  return status.toLowerCase().replaceAll("_", " ");
}
