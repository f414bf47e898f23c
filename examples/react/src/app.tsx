// The whole page: a form for orders beside the list of them, and the order that was chosen or placed last.
import { useState } from "react";
import { NewOrder } from "./new-order.tsx";
import { OrderDetails } from "./order-details.tsx";
import { OrderList } from "./order-list.tsx";

export function App() {
  const [orderId, setOrderId] = useState<string | null>(null);
  return (
    <>
      <header>
        <h1>Orders desk</h1>
        <p>React and TanStack Query, by generated options</p>
      </header>
      <main>
        <section aria-labelledby="orders">
          <h2 id="orders">Orders</h2>
          <OrderList chosen={orderId} onChoose={setOrderId} />
        </section>
        <aside>
          {orderId !== null && <OrderDetails orderId={orderId} onClose={() => setOrderId(null)} />}
          <NewOrder onPlaced={setOrderId} />
        </aside>
      </main>
    </>
  );
}
