// `x-waybill-errors` of a description -> what refusals of a body must hold: one entry for each field, or no such list at all.
import { type Description, extensionOf, isRecord } from "../../description/description.ts";
import { type Answered, asObject, type Context, isRefused } from "../context.ts";

export interface ErrorRule {
  /** Each failed field has an entry. */
  readonly perField: boolean;
  /** A body that could be read, with so many wrong fields. */
  checkFields(context: Context, answered: Answered, fields: number): void;
  /** A refusal for any other reason. */
  checkOther(context: Context, answered: Answered): void;
}

export function errorRuleOf({ http }: Description): ErrorRule | null {
  // Of the document or of `info`, as authors prefer.
  const info = http?.at.document.value;
  const own = isRecord(info) && isRecord(info["info"]) ? extensionOf(info["info"], "x-waybill-errors") : null;
  const rule = own ?? extensionOf(http?.extensions ?? {}, "x-waybill-errors");
  const body = rule === null ? null : rule["bodyValidation"];
  if (!isRecord(body) || typeof body["status"] !== "number" || typeof body["list"] !== "string") return null;
  return createRule(body["status"], body["list"], body["entries"] === "one-per-field");
}

function createRule(status: number, list: string, perField: boolean): ErrorRule {
  return {
    perField,
    checkFields: (context, answered, fields) => {
      if (!isRefused(answered.status)) return;
      const { operation } = answered;
      const entries = asObject(answered.json)?.[list];
      if (answered.status !== status) {
        context.object(
          "wrong-refusal",
          `${operation.id} answers ${answered.status} to a body with wrong fields; declared: ${status}`,
          answered,
        );
      } else if (!Array.isArray(entries) || entries.length === 0) {
        context.object(
          "wrong-refusal",
          `${operation.id} refuses a body with wrong fields without listing them in ${list}`,
          answered,
        );
      } else if (perField && entries.length !== fields) {
        const message = `${operation.id} lists ${entries.length} entries in ${list} for ${fields} wrong field${fields === 1 ? "" : "s"}`;
        context.object("wrong-refusal", message, answered);
      }
    },
    checkOther: (context, answered) => {
      if (!isRefused(answered.status) || asObject(answered.json)?.[list] === undefined) return;
      const message = `${answered.operation.id} lists fields in ${list} although no field is wrong`;
      context.object("wrong-refusal", message, answered);
    },
  };
}
