// What is typed about the recipient when an invite is redeemed -> the parts of the recipient that differ from the invite.
import type { Recipient } from "@fulfillment/types";
import type { Command } from "commander";
import { anyRecipient, type RecipientField } from "../api/recipient-fields.ts";
import { recipientProblems } from "../orders-csv/recipient.ts";
import { UsageError } from "./failure.ts";
import { textOption } from "./options.ts";

export type RecipientOptions = Readonly<Partial<Record<Exclude<RecipientField, "street2"> | "country", string>>>;

const described = {
  "first-name": "given name",
  "last-name": "family name",
  email: "e-mail address",
  phone: "telephone number",
  street1: "street and house number",
  city: "city or town",
  state: "state, province or region",
  zip: "postal code",
  country: "country",
} as const;

export function addRecipientOptions(command: Command): Command {
  for (const [name, meaning] of Object.entries(described)) {
    command.addOption(textOption(`--${name} <text>`, `${meaning}; default: as in the invite`));
  }
  return command;
}

export function recipientOf({ zip, ...same }: RecipientOptions): Partial<Recipient> {
  const changed = { ...same, ...(zip === undefined ? {} : { zip }) };
  const [problem] = recipientProblems({ ...anyRecipient, ...changed });
  if (problem !== undefined) throw new UsageError(`--${optionOf(problem.field)}: ${problem.what}`);
  return { ...same, ...(zip === undefined ? {} : { postalCode: zip }) };
}

function optionOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
