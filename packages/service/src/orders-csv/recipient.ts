// Fields that describe a recipient, wherever they were typed -> what is wrong with them, by the schema of `shipTo`.
import { ShipToSchema } from "@fulfillment/validators";
import type { RecipientField } from "../api/recipient-fields.ts";
import { fieldErrors } from "../api/wording.ts";

export interface FieldProblem {
  readonly field: string;
  /** `Required` */
  readonly what: string;
}

/**
 * The limits are those of a new order. The syntax of e-mail addresses is not checked: what comes from elsewhere may bring
 * one along that the API would not take (open decision `email-syntax`).
 */
export function recipientProblems(fields: Readonly<Partial<Record<RecipientField, string>>>): readonly FieldProblem[] {
  const verdict = ShipToSchema.safeParse(fields);
  if (verdict.success) return [];
  const issues = verdict.error.issues.filter(
    ({ path: [field], code }) => !(field === "email" && code === "invalid_format"),
  );
  return fieldErrors(issues, fields).map((text) => {
    const colon = text.indexOf(": ");
    return { field: text.slice(0, colon), what: text.slice(colon + 2) };
  });
}
