// Fields that describe a recipient, wherever they were typed -> what is wrong with them, by the generated validator of `shipTo`.
import { ShipToSchema } from "@fulfillment/validators";
import type { RecipientField } from "../api/recipient-fields.ts";
import { fieldErrors } from "../api/wording.ts";

export interface FieldProblem {
  readonly field: string;
  /** `Required` */
  readonly what: string;
}

/** The same as in a new order of the API. */
export function recipientProblems(fields: Readonly<Partial<Record<RecipientField, string>>>): readonly FieldProblem[] {
  const verdict = ShipToSchema.safeParse(fields);
  if (verdict.success) return [];
  return fieldErrors(verdict.error.issues, fields).map((text) => {
    const colon = text.indexOf(": ");
    return { field: text.slice(0, colon), what: text.slice(colon + 2) };
  });
}
