// A variant of one input -> the whole request with it, and a case id that says which.
import type { Json, Parameter } from "waybill/description";
import { type Variant, variantId } from "../values/index.ts";
import { type Path, withPartsReplaced } from "../values/json.ts";
import type { Context } from "./context.ts";
import { isUrlName } from "./inputs.ts";
import type { RequestValues } from "./request-values.ts";

/** `body/shipTo.zip/maxLength` */
export function bodyCaseId(variant: Variant): string {
  return `body/${variantId(variant)}`;
}

/** `maxLength`, `type:string`: what the variants of several places have in common. */
export function kindOf({ keyword, detail }: Variant): string {
  return detail === undefined ? keyword : `${keyword}:${detail}`;
}

/** `query.limit/type` */
export function parameterCaseId(parameter: Parameter, variant: Variant): string {
  return `${parameter.in}.${parameter.name}/${variantId(variant)}`;
}

export function withBody(values: RequestValues, value: Json): RequestValues {
  const { body } = values;
  return body?.kind === "value" ? { ...values, body: { ...body, value } } : values;
}

export function withText(values: RequestValues, contentType: string | null, text: string): RequestValues {
  return { ...values, body: { kind: "raw", contentType, text } };
}

/** `undefined` leaves the parameter out. */
export function withParameter(
  values: RequestValues,
  { in: place, name }: Parameter,
  value: Json | undefined,
): RequestValues {
  const { [name]: _, ...others } = values.parameters[place];
  const changed = value === undefined ? others : { ...others, [name]: value };
  return { ...values, parameters: { ...values.parameters, [place]: changed } };
}

/** The same body with new addresses in it, other than at the place that a variant is about. */
export function renewed(context: Context, value: Json, kept: Path = []): Json {
  return withPartsReplaced(value, (part, path) => {
    const name = path.at(-1);
    const isAddress = typeof part === "string" && typeof name === "string" && isUrlName(name);
    return isAddress && path.join("/") !== kept.join("/") ? context.newUrl() : undefined;
  });
}
