// The handler of /v1/contacts/create, whose fields are this service's own choice (open decision `contact-fields`).
import { BodyText } from "@fulfillment/server";
import type { Contact, NewContact } from "@fulfillment/types";
import { ShipToSchema } from "@fulfillment/validators";
import type { Effects } from "../domain/effects.ts";
import { newId } from "../domain/identifiers.ts";
import { type Database, type Transaction, writeFor } from "../storage/database.ts";
import { campaignOfAccount } from "../storage/queries/catalog.ts";
import { insertContact } from "../storage/queries/orders.ts";
import { anyRecipient, recipientFields } from "./recipient-fields.ts";
import { type Api, invalidBody } from "./reply.ts";
import { fieldErrors } from "./wording.ts";

export function createContactHandlers(database: Database, { now }: Effects): Pick<Api, "createContact"> {
  return {
    createContact: async ({ body }, { accountId }) => {
      const read = readContact(body);
      if (read.kind === "refused") {
        return invalidBody([...(await campaignErrors(database, accountId, body["campaignId"])), ...read.errors]);
      }
      const stored = await writeFor(database, accountId, (transaction) =>
        storeContact(transaction, accountId, { ...read, now: now() }),
      );
      if (stored === null) return invalidBody([unknownCampaign]);
      return { status: 201, body: new BodyText<Contact>(stored) };
    },
  };
}

/** The campaign is looked up although the contact is refused already: a client sees all faults at once. */
async function campaignErrors(database: Database, accountId: string, id: unknown): Promise<string[]> {
  if (typeof id !== "string") return [];
  const campaign = await database.first(campaignOfAccount, { accountId, id });
  return campaign === null ? [unknownCampaign] : [];
}

const unknownCampaign = "campaignId: Unknown campaign";

interface ReadContact {
  readonly kind: "contact";
  readonly campaignId: string;
  readonly email: string;
  /** What else it has of the fields of `shipTo`. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Fields have the limits that they have in `shipTo`, by its own schema. */
function readContact(body: NewContact): ReadContact | { readonly kind: "refused"; readonly errors: readonly string[] } {
  const { campaignId, email } = body;
  const fields = Object.fromEntries(
    recipientFields.filter((name) => Object.hasOwn(body, name)).map((name) => [name, body[name]]),
  );
  const verdict = ShipToSchema.safeParse({ ...anyRecipient, ...fields });
  const errors = [
    ...(typeof campaignId === "string"
      ? []
      : [`campaignId: ${campaignId === undefined ? "Required" : "Expected string"}`]),
    ...(email === undefined ? ["email: Required"] : []),
    ...(verdict.success ? [] : fieldErrors(verdict.error.issues, body)),
  ];
  if (errors.length > 0 || typeof campaignId !== "string" || typeof email !== "string")
    return { kind: "refused", errors };
  return { kind: "contact", campaignId, email, fields };
}

/** The stored contact as JSON text; `null`: the account has no such campaign. */
async function storeContact(
  transaction: Transaction,
  accountId: string,
  { campaignId, email, fields, now }: ReadContact & { readonly now: number },
): Promise<string | null> {
  if ((await transaction.first(campaignOfAccount, { accountId, id: campaignId })) === null) return null;
  const id = newId("con", now);
  const document = JSON.stringify({ id, campaignId, ...fields });
  await transaction.all(insertContact, { id, account_id: accountId, campaign_id: campaignId, email, document });
  return document;
}
