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
import { ExportOrders } from "../export-orders.tsx";
import {
  ChoiceFilter,
  choicesOf,
  DateFilter,
  type Filters,
  Pages,
  RemoveFilters,
  SearchFilter,
  startOf,
  useFilters,
} from "../filters.tsx";
import { sourceWords, statusWords } from "../order-words.ts";
import { Page } from "../page.tsx";
import { type Columns, Table } from "../table.tsx";

const statuses = choicesOf(statusWords, ({ label }) => label);
const sources = choicesOf(sourceWords, (label) => label);
const sorts = [{ value: "OLDEST", label: "Oldest first" }] as const;

export default function Orders() {
  const filters = useFilters();
  const wanted = {
    search: filters.get("search"),
    status: filters.oneOf("status", statuses),
    source: filters.oneOf("source", sources),
    campaignId: filters.get("campaign"),
    placedFrom: startOf(filters, "from"),
    placedBefore: startOf(filters, "to", 1),
    sort: filters.oneOf("sort", sorts),
  };
  const orders = useQuery({
    ...listOrdersOptions(send, { query: { ...wanted, limit: filters.perPage, offset: filters.offset } }),
    placeholderData: keepPreviousData,
  });
  const campaign = wanted.campaignId === undefined ? "" : `?campaign=${encodeURIComponent(wanted.campaignId)}`;
  return (
    <Page
      title="Orders"
      actions={
        <>
          <ExportOrders wanted={wanted} isEmpty={orders.data?.total === 0} />
          <Link href={`/imports/new${campaign}`} className="button">
            <Icon name="imports" />
            Import CSV
          </Link>
          <Link href={`/orders/new${campaign}`} className="button primary">
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
        <ChoiceFilter filters={filters} name="sort" label="Order of the list" all="Newest first" choices={sorts} />
        <DateFilter filters={filters} name="from" label="Placed from" />
        <DateFilter filters={filters} name="to" label="Placed until" />
      </search>
      <Pages query={orders} filters={filters} one="order" many="orders" empty={<NoOrders filters={filters} />}>
        {(items) => <Table caption="Orders" rows={items} keyOf={({ id }) => id} columns={columns} />}
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
