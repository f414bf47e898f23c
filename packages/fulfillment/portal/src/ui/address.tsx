// The recipient and the address of an order, as fields and as the member `shipTo` of a body.
import type { ShipTo } from "@fulfillment/portal-api/types";
import type { ComponentProps } from "react";
import { TextField } from "./controls.tsx";
import type { Fields } from "./fields.ts";
import { say, type Text } from "./words.ts";

/** What is known of an address so far. */
export type KnownAddress = { readonly [Name in keyof ShipTo]?: ShipTo[Name] | undefined };

export function shipToOf(fields: Fields): ShipTo {
  const text = (name: keyof ShipTo): string => fields.text(`shipTo.${name}`);
  return {
    firstName: text("firstName"),
    lastName: text("lastName"),
    email: text("email"),
    phone: fields.optional("shipTo.phone"),
    street1: text("street1"),
    street2: fields.optional("shipTo.street2"),
    city: text("city"),
    state: text("state"),
    zip: text("zip"),
  };
}

interface AddressField extends Pick<ComponentProps<typeof TextField>, "type" | "isOptional" | "className"> {
  readonly label: Text;
  readonly name: keyof ShipTo;
  /** What browsers know it as. */
  readonly purpose: string;
}

const addressFields: readonly AddressField[] = [
  { name: "firstName", label: "First name", purpose: "given-name", className: "half" },
  { name: "lastName", label: "Last name", purpose: "family-name", className: "half" },
  { name: "email", label: "E-mail address", purpose: "email", type: "email", className: "half roomy-field" },
  { name: "phone", label: "Phone", purpose: "tel", type: "tel", isOptional: true, className: "half roomy-field" },
  { name: "street1", label: "Street and house number", purpose: "address-line1" },
  { name: "street2", label: "Apartment, floor or similar", purpose: "address-line2", isOptional: true },
  { name: "city", label: "City", purpose: "address-level2", className: "half" },
  { name: "state", label: "State", purpose: "address-level1", className: "quarter" },
  { name: "zip", label: "ZIP code", purpose: "postal-code", className: "quarter" },
];

interface AddressProps {
  /** What is known already. */
  readonly known?: KnownAddress;
  /** Whether the reader is the recipient, whose browser can fill the fields in. */
  readonly isOwn?: boolean;
}

export function AddressFields({ known = {}, isOwn = false }: AddressProps) {
  return (
    <div className="grid">
      {addressFields.map(({ name, label, purpose, ...field }) => (
        <TextField
          key={name}
          name={`shipTo.${name}`}
          label={say(label)}
          autoComplete={isOwn ? purpose : "off"}
          defaultValue={known[name] ?? undefined}
          {...field}
        />
      ))}
    </div>
  );
}
