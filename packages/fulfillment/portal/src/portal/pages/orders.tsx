// All orders: filters, search and paging are in the address.

import type { Order } from "@fulfillment/portal-api/types";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { countOf, dayOf } from "../../api/dates.ts";
import { send } from "../../api/send.ts";
import { listCampaignsOptions, listOrdersOptions } from "../../generated/tanstack-query/index.gen.ts";
import { Icon } from "../../ui/icon.tsx";
import { Badge, Empty, Loaded } from "../../ui/states.tsx";
import { ChoiceFilter, type Filters, Pager, SearchFilter, useFilters } from "../filters.tsx";
import { choicesOf } from "../lists.ts";
import { sourceWords, statusWords } from "../order-words.ts";
import { focusTitle, Page } from "../page.tsx";

const perPage = 20;
const statuses = choicesOf(statusWords, ({ label }) => label);
const sources = choicesOf(sourceWords, (label) => label);

export default function Orders() {
  const filters = useFilters();
  const campaigns = useQuery(listCampaignsOptions(send));
  const orders = useQuery({
    ...listOrdersOptions(send, {
      query: {
        limit: perPage,
        offset: filters.offset,
        search: filters.get("search"),
        status: filters.oneOf(
          "status",
          statuses.map(({ value }) => value),
        ),
        source: filters.oneOf(
          "source",
          sources.map(({ value }) => value),
        ),
        campaignId: filters.get("campaign"),
      },
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title="Orders"
      actions={
        <>
          <Link href="/imports/new" className="button">
            <Icon name="imports" />
            Import CSV
          </Link>
          <Link href="/orders/new" className="button primary">
            <Icon name="plus" />
            New order
          </Link>
        </>
      }
    >
      <search className="filters">
        <SearchFilter filters={filters} label="Search orders" placeholder="Number, name, e-mail or SKU" />
        <ChoiceFilter filters={filters} name="status" label="Status" all="All statuses" choices={statuses} />
        <ChoiceFilter filters={filters} name="source" label="Source" all="All sources" choices={sources} />
        <ChoiceFilter
          filters={filters}
          name="campaign"
          label="Campaign"
          all="All campaigns"
          choices={(campaigns.data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
        />
      </search>
      <Loaded query={orders} what="orders">
        {({ items, total }) =>
          total === 0 ? (
            <NoOrders filters={filters} />
          ) : (
            <div aria-busy={orders.isPlaceholderData}>
              {items.length > 0 && <OrderTable orders={items} />}
              <Pager filters={filters} total={total} perPage={perPage} one="order" many="orders" />
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}

function OrderTable({ orders }: { readonly orders: readonly Order[] }) {
  return (
    <div className="card flush">
      <table className="list">
        <caption className="unseen">Orders, the latest first</caption>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Recipient</th>
            <th scope="col">Products</th>
            <th scope="col">Source</th>
            <th scope="col">Placed</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.id}>
              <th scope="row">
                <Link href={`/orders/${encodeURIComponent(order.id)}`} className="row-link number">
                  {order.orderNumber}
                </Link>
              </th>
              <td data-label="Recipient">
                {order.recipient.firstName} {order.recipient.lastName}
                <span className="quiet small second">
                  {order.recipient.city}, {order.recipient.state}
                </span>
              </td>
              <td data-label="Products" className="roomy">
                {productsOf(order)}
              </td>
              <td data-label="Source" className="whole">
                {sourceWords[order.orderSource]}
              </td>
              <td data-label="Placed" className="number">
                <time dateTime={order.orderDate}>{dayOf(order.orderDate)}</time>
              </td>
              <td data-label="Status">
                <Badge tone={statusWords[order.status].tone}>{statusWords[order.status].label}</Badge>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** `2 × White mug and 3 more`. */
function productsOf({ products }: Order): string {
  const [first, ...others] = products;
  if (first === undefined) return "None";
  return `${countOf(first.quantity)} × ${first.title}${others.length === 0 ? "" : ` and ${others.length} more`}`;
}

function NoOrders({ filters }: { readonly filters: Filters }) {
  if (filters.isFiltered || filters.offset > 0)
    return (
      <Empty icon="search" title="No order matches">
        <p className="quiet">Try another search, or remove the filters.</p>
        <button
          type="button"
          className="button"
          onClick={() => {
            filters.clear();
            focusTitle();
          }}
        >
          Remove all filters
        </button>
      </Empty>
    );
  return (
    <Empty icon="orders" title="No orders yet">
      <p className="quiet">Place the first one by hand, import a CSV file, or send one through the API.</p>
      <Link href="/orders/new" className="button primary">
        New order
      </Link>
    </Empty>
  );
}
