// A form -> an order. Errors of the API appear beside their field.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId } from "react";
import { send } from "./api.ts";
import { fieldErrorsOf, messageOf } from "./errors.ts";
import { createOrderMutation, listOrdersKey, listProductsOptions } from "./generated/tanstack-query/index.gen.ts";
import type { NewOrder as Order } from "./generated/types/index.gen.ts";

interface NewOrderProps {
  readonly onPlaced: (orderId: string) => void;
}

export function NewOrder({ onPlaced }: NewOrderProps) {
  const queries = useQueryClient();
  const skus = useQuery({
    ...listProductsOptions(send),
    select: (products) => products.flatMap(({ sku }) => sku ?? []),
  });
  const create = useMutation({
    ...createOrderMutation(send),
    onSuccess: async ({ orderId }) => {
      onPlaced(orderId);
      await queries.invalidateQueries({ queryKey: listOrdersKey() });
    },
  });
  const errors = fieldErrorsOf(create.error);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    create.mutate({ body: orderOf(new FormData(form)) }, { onSuccess: () => form.reset() });
  };
  return (
    <section className="card" aria-labelledby="new-order">
      <h2 id="new-order">New order</h2>
      {/* The API validates, so that users see its errors. */}
      <form noValidate onSubmit={submit}>
        {fields.map(({ name, label, ...input }) => (
          <Field key={name} name={name} label={label} error={errors.get(name)}>
            {(props) => <input {...input} {...props} />}
          </Field>
        ))}
        <Field name="sku" label="Product" error={errors.get("products.0.sku")}>
          {(props) => (
            <select {...props}>
              {skus.data?.map((sku) => (
                <option key={sku}>{sku}</option>
              ))}
            </select>
          )}
        </Field>
        {create.isError && (
          <p role="alert" className="failure">
            {messageOf(create.error)}
          </p>
        )}
        {create.isSuccess && <p role="status">Order placed.</p>}
        <button type="submit" className="primary" disabled={create.isPending}>
          {create.isPending ? "Placing…" : "Place order"}
        </button>
      </form>
    </section>
  );
}

/** Named as in the body of the request, which is also how errors name them. */
const fields = [
  { name: "shipTo.firstName", label: "First name", autoComplete: "given-name" },
  { name: "shipTo.lastName", label: "Last name", autoComplete: "family-name" },
  { name: "shipTo.email", label: "E-mail", type: "email", autoComplete: "email" },
  { name: "shipTo.street1", label: "Street", autoComplete: "address-line1" },
  { name: "shipTo.city", label: "City", autoComplete: "address-level2" },
  { name: "shipTo.state", label: "State", autoComplete: "address-level1" },
  { name: "shipTo.zip", label: "ZIP code", autoComplete: "postal-code" },
  { name: "campaignId", label: "Campaign", defaultValue: import.meta.env["VITE_CAMPAIGN"] ?? "" },
] as const;

function orderOf(form: FormData): Order {
  const text = (name: (typeof fields)[number]["name"] | "sku"): string => String(form.get(name) ?? "").trim();
  return {
    campaignId: text("campaignId"),
    shipTo: {
      firstName: text("shipTo.firstName"),
      lastName: text("shipTo.lastName"),
      email: text("shipTo.email"),
      street1: text("shipTo.street1"),
      city: text("shipTo.city"),
      state: text("shipTo.state"),
      zip: text("shipTo.zip"),
    },
    products: [{ sku: text("sku"), quantity: 1 }],
  };
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly error: string | undefined;
  readonly children: (props: {
    id: string;
    name: string;
    "aria-invalid": boolean;
    "aria-describedby": string;
  }) => React.ReactNode;
}

function Field({ name, label, error, children }: FieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, name, "aria-invalid": error !== undefined, "aria-describedby": `${id}-error` })}
      <span id={`${id}-error`} className="error">
        {error}
      </span>
    </div>
  );
}
