// `x-waybill-errors` of a description -> what a rejection of a body must contain: one entry for each field, or no such list at all.

import { type Description, extensionOf, infoExtensionOf, numberIn, textIn } from "../../description/description.ts";
import { asObject } from "../../values/json.ts";
import { type CallResult, type Context, isRefused } from "../context.ts";

export interface ErrorRule {
  /** Each failed field has an entry. */
  readonly perField: boolean;
  /** A body that could be read, with so many invalid fields. */
  checkFields(context: Context, result: CallResult, fields: number): void;
  /** Whether a rejection is the declared one, with so many entries. */
  hasEntries(result: CallResult, fields: number): boolean;
  /** A rejection for any other reason. */
  checkOther(context: Context, result: CallResult): void;
}

export function errorRuleOf({ http }: Description): ErrorRule | null {
  // Of `info` or of the document, as authors prefer.
  const rule = infoExtensionOf(http, "x-waybill-errors") ?? extensionOf(http?.extensions ?? {}, "x-waybill-errors");
  const body = rule === null ? null : extensionOf(rule, "bodyValidation");
  const [status, list] = [numberIn(body, "status"), textIn(body, "list")];
  return status === null || list === null ? null : createRule(status, list, body?.["entries"] === "one-per-field");
}

function createRule(status: number, list: string, perField: boolean): ErrorRule {
  return {
    perField,
    checkFields: (context, result, fields) => {
      if (!isRefused(result.status)) return;
      const { operation } = result;
      const entries = asObject(result.json)?.[list];
      const object = (message: string): void => context.object("wrong-refusal", `${operation.id} ${message}`, result);
      if (result.status !== status) {
        object(`returns ${result.status} to a body with invalid fields; declared: ${status}`);
      } else if (!Array.isArray(entries) || entries.length === 0) {
        object(`rejects a body with invalid fields without listing them in ${list}`);
      } else if (perField && entries.length !== fields) {
        const faults = `${fields} invalid field${fields === 1 ? "" : "s"}`;
        object(`lists ${entries.length} entries in ${list} for ${faults}`);
      }
    },
    hasEntries: (result, fields) => {
      const entries = asObject(result.json)?.[list];
      return result.status === status && Array.isArray(entries) && entries.length === fields;
    },
    checkOther: (context, result) => {
      if (!isRefused(result.status) || asObject(result.json)?.[list] === undefined) return;
      const message = `${result.operation.id} lists fields in ${list} although no field is wrong`;
      context.object("wrong-refusal", message, result);
    },
  };
}
