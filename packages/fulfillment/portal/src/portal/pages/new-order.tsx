// An order by hand, of a campaign or standalone.

import type { NewManualOrder, NewStandaloneOrder, Order } from "@fulfillment/portal-api/types";
import { NewManualOrderSchema, NewStandaloneOrderSchema } from "@fulfillment/portal-api/validators";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useLocation, useSearchParams } from "wouter";
import { messageOfUnclear, type PortalError } from "../../api/failures.ts";
import { send } from "../../api/send.ts";
import {
  createOrderMutation,
  createStandaloneOrderMutation,
  listWarehousesOptions,
  queryKeyOf,
} from "../../generated/tanstack-query/index.gen.ts";
import { AddressFields, shipToOf } from "../../ui/address.tsx";
import { Checkbox, Group, SelectField, TextArea, TextField } from "../../ui/controls.tsx";
import type { Fields } from "../../ui/fields.ts";
import { Form, Submit } from "../../ui/form.tsx";
import { useNotify } from "../../ui/notices.tsx";
import { CampaignField } from "../campaign-choices.tsx";
import { Drafted } from "../drafted.tsx";
import { Page } from "../page.tsx";
import { linesOf, ProductLines } from "../product-lines.tsx";

export default function NewOrder() {
  const [search, setSearch] = useSearchParams();
  const isStandalone = search.get("kind") === "standalone";
  const choose = (kind: string): void =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        if (kind === "") next.delete("kind");
        else next.set("kind", kind);
        return next;
      },
      { replace: true },
    );
  return (
    <Page title="New order" back={{ to: "/orders", label: "Orders" }} isNarrow>
      <Group legend="Kind of order" className="kinds">
        <Kind
          isChosen={!isStandalone}
          onChoose={() => choose("")}
          title="For a campaign"
          note="Counts towards the campaign"
        />
        <Kind
          isChosen={isStandalone}
          onChoose={() => choose("standalone")}
          title="Standalone"
          note="A one-off order without a campaign"
        />
      </Group>
      <Drafted name="orders/new">
        {isStandalone ? <StandaloneOrder /> : <CampaignOrder campaignId={search.get("campaign") ?? ""} />}
      </Drafted>
    </Page>
  );
}

interface KindProps {
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly title: string;
  readonly note: string;
}

function Kind({ isChosen, onChoose, title, note }: KindProps) {
  return (
    <label className="kind">
      <input type="radio" name="kind" checked={isChosen} onChange={onChoose} />
      <span>
        <strong>{title}</strong>
        <span className="quiet small second">{note}</span>
      </span>
    </label>
  );
}

function CampaignOrder({ campaignId }: { readonly campaignId: string }) {
  const create = useMutation(createOrderMutation(send));
  const done = useDone();
  return (
    <Form
      label="New order for a campaign"
      schema={NewManualOrderSchema}
      read={(fields): NewManualOrder => ({
        campaignId: fields.text("campaignId"),
        createContactRecord: fields.has("createContactRecord"),
        ...orderOf(fields),
      })}
      send={(body) => create.mutateAsync({ body })}
      onDone={done}
      explain={explain}
    >
      <section className="card">
        <CampaignField defaultValue={campaignId} />
      </section>
      <OrderFields>
        <Checkbox name="createContactRecord" label="Add the recipient as a contact of the campaign" />
      </OrderFields>
    </Form>
  );
}

function StandaloneOrder() {
  const create = useMutation(createStandaloneOrderMutation(send));
  const done = useDone();
  return (
    <Form
      label="New standalone order"
      schema={NewStandaloneOrderSchema}
      read={(fields): NewStandaloneOrder => orderOf(fields)}
      send={(body) => create.mutateAsync({ body })}
      onDone={done}
      explain={explain}
    >
      <OrderFields />
    </Form>
  );
}

function explain(error: PortalError): string {
  return messageOfUnclear(error, "The order may be placed: look at the list of orders before you place it again.");
}

function useDone(): (order: Order) => void {
  const queries = useQueryClient();
  const notify = useNotify();
  const [, goTo] = useLocation();
  return (order) => {
    void queries.invalidateQueries({ queryKey: queryKeyOf("Orders") });
    void queries.invalidateQueries({ queryKey: queryKeyOf("Campaigns") });
    notify(`Order ${order.orderNumber} was placed.`);
    goTo(`/orders/${encodeURIComponent(order.id)}`);
  };
}

/** What both kinds have. */
function orderOf(fields: Fields): NewStandaloneOrder {
  return {
    shipTo: shipToOf(fields),
    products: linesOf(fields),
    warehouseId: fields.optional("warehouseId"),
    companyName: fields.optional("companyName"),
    notes: fields.optional("notes"),
  };
}

function OrderFields({ children }: { readonly children?: React.ReactNode }) {
  const warehouses = useQuery(listWarehousesOptions(send));
  return (
    <>
      <section className="card">
        <ProductLines legend="Products" atLeast={1} />
      </section>
      <section className="card">
        <Group legend="Ship to">
          <AddressFields />
          <TextField name="companyName" label="Company" isOptional />
          {children}
        </Group>
      </section>
      <section className="card">
        <SelectField name="warehouseId" label="Warehouse" isOptional defaultValue="">
          <option value="">The service chooses</option>
          {warehouses.data?.map(({ id, name, alias }) => (
            <option key={id} value={id}>
              {name} ({alias})
            </option>
          ))}
        </SelectField>
        <TextArea name="notes" label="Notes" isOptional hint="Stored with the order." maxLength={2000} />
      </section>
      <div className="actions end sticky">
        <Link href="/orders" className="button">
          Cancel
        </Link>
        <Submit pending="Placing…">Place order</Submit>
      </div>
    </>
  );
}
