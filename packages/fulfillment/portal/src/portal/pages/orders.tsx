// All orders: filters, search and paging are in the address.

import type { Order } from "@fulfillment/portal-api/types";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { countOf, dayOf } from "../../api/dates.ts";
import { send } from "../../api/send.ts";
import { listOrdersOptions } from "../../generated/tanstack-query/index.gen.ts";
import { Icon } from "../../ui/icon.tsx";
import { Badge, Empty } from "../../ui/states.tsx";
import { CampaignFilter } from "../campaign-choices.tsx";
import { ChoiceFilter, choicesOf, type Filters, Pages, RemoveFilters, SearchFilter, useFilters } from "../filters.tsx";
import { sourceWords, statusWords } from "../order-words.ts";
import { Page } from "../page.tsx";
import { type Columns, Table } from "../table.tsx";

const perPage = 20;
const statuses = choicesOf(statusWords, ({ label }) => label);
const sources = choicesOf(sourceWords, (label) => label);

export default function Orders() {
  const filters = useFilters();
  const orders = useQuery({
    ...listOrdersOptions(send, {
      query: {
        limit: perPage,
        offset: filters.offset,
        search: filters.get("search"),
        status: filters.oneOf("status", statuses),
        source: filters.oneOf("source", sources),
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
        <CampaignFilter filters={filters} />
      </search>
      <Pages
        query={orders}
        filters={filters}
        perPage={perPage}
        one="order"
        many="orders"
        empty={<NoOrders filters={filters} />}
      >
        {(items) => <Table caption="Orders, the latest first" rows={items} keyOf={({ id }) => id} columns={columns} />}
      </Pages>
    </Page>
  );
}

const columns: Columns<Order> = [
  {
    title: "Order",
    cell: ({ id, orderNumber }) => (
      <Link href={`/orders/${encodeURIComponent(id)}`} className="row-link number">
        {orderNumber}
      </Link>
    ),
  },
  {
    title: "Recipient",
    cell: ({ recipient: { firstName, lastName, city, state } }) => (
      <>
        {firstName} {lastName}
        <span className="quiet small second">
          {city}, {state}
        </span>
      </>
    ),
  },
  { title: "Products", className: "roomy", cell: productsOf },
  { title: "Source", className: "whole", cell: ({ orderSource }) => sourceWords[orderSource] },
  {
    title: "Placed",
    className: "number",
    cell: ({ orderDate }) => <time dateTime={orderDate}>{dayOf(orderDate)}</time>,
  },
  {
    title: "Status",
    cell: ({ status }) => <Badge tone={statusWords[status].tone}>{statusWords[status].label}</Badge>,
  },
];

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
        <RemoveFilters filters={filters} />
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
