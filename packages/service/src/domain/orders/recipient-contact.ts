// The recipient of an order -> a contact of its campaign, unless the campaign has one with that e-mail address.
import type { Transaction } from "../../storage/database.ts";
import { contactByEmail, insertContact } from "../../storage/queries/orders.ts";
import type { Effects } from "../effects.ts";
import { newId } from "../identifiers.ts";
import type { OrderRequest } from "./place.ts";

export async function recordRecipient(
  transaction: Transaction,
  accountId: string,
  { request, effects }: { readonly request: OrderRequest; readonly effects: Effects },
): Promise<void> {
  const { campaignId, recipient, street2 } = request;
  const { postalCode, country, phone, ...rest } = recipient;
  if ((await transaction.first(contactByEmail, { campaignId, email: recipient.email })) !== null) return;
  const id = newId("con", effects.now());
  const contact = {
    id,
    campaignId,
    ...rest,
    ...(phone === null ? {} : { phone }),
    ...(street2 === null ? {} : { street2 }),
    zip: postalCode,
  };
  const document = JSON.stringify(contact);
  await transaction.all(insertContact, {
    id,
    account_id: accountId,
    campaign_id: campaignId,
    email: recipient.email,
    document,
  });
}
