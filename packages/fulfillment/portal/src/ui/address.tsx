// The recipient and the address of an order, as fields and as the member `shipTo` of a body.
import type { ShipTo } from "@fulfillment/portal-api/types";
import { TextField } from "./controls.tsx";
import type { Fields } from "./fields.ts";

/** What is known of an address so far. */
export type KnownAddress = { readonly [Name in keyof ShipTo]?: ShipTo[Name] | undefined };

export function shipToOf(fields: Fields): ShipTo {
  return {
    firstName: fields.text("shipTo.firstName"),
    lastName: fields.text("shipTo.lastName"),
    email: fields.text("shipTo.email"),
    phone: fields.optional("shipTo.phone"),
    street1: fields.text("shipTo.street1"),
    street2: fields.optional("shipTo.street2"),
    city: fields.text("shipTo.city"),
    state: fields.text("shipTo.state"),
    zip: fields.text("shipTo.zip"),
  };
}

interface AddressProps {
  /** What is known already. */
  readonly known?: KnownAddress;
  /** Whether the reader is the recipient, whose browser can fill the fields in. */
  readonly isOwn?: boolean;
}

export function AddressFields({ known = {}, isOwn = false }: AddressProps) {
  const filled = (purpose: string): string => (isOwn ? purpose : "off");
  return (
    <div className="grid">
      <TextField
        name="shipTo.firstName"
        label="First name"
        autoComplete={filled("given-name")}
        defaultValue={known.firstName}
        className="half"
      />
      <TextField
        name="shipTo.lastName"
        label="Last name"
        autoComplete={filled("family-name")}
        defaultValue={known.lastName}
        className="half"
      />
      <TextField
        name="shipTo.email"
        label="E-mail address"
        type="email"
        autoComplete={filled("email")}
        defaultValue={known.email}
        className="half roomy-field"
      />
      <TextField
        name="shipTo.phone"
        label="Phone"
        type="tel"
        isOptional
        autoComplete={filled("tel")}
        defaultValue={known.phone}
        className="half roomy-field"
      />
      <TextField
        name="shipTo.street1"
        label="Street and house number"
        autoComplete={filled("address-line1")}
        defaultValue={known.street1}
      />
      <TextField
        name="shipTo.street2"
        label="Apartment, floor or similar"
        isOptional
        autoComplete={filled("address-line2")}
        defaultValue={known.street2 ?? undefined}
      />
      <TextField
        name="shipTo.city"
        label="City"
        autoComplete={filled("address-level2")}
        defaultValue={known.city}
        className="half"
      />
      <TextField
        name="shipTo.state"
        label="State"
        autoComplete={filled("address-level1")}
        defaultValue={known.state}
        className="quarter"
      />
      <TextField
        name="shipTo.zip"
        label="ZIP code"
        autoComplete={filled("postal-code")}
        defaultValue={known.zip}
        className="quarter"
      />
    </div>
  );
}
