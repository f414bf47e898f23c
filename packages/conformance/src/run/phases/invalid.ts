// What the description forbids, one thing at a time: every such request is refused, in the way that it says.
import type { Operation, Parameter } from "waybill/description";
import { placeOf } from "../../description/description.ts";
import { invalidVariants, sampleOf, survivesAsText, type Variant } from "../../values/index.ts";
import { type Answered, asObject, type Context, isAccepted, isRefused } from "../context.ts";
import { bodyTypeOf, inputsFor } from "../inputs.ts";
import { ownerOfPath } from "../knowledge.ts";
import type { RequestValues } from "../request-values.ts";
import { bodyCaseId, parameterCaseId, renewed, withBody, withParameter, withText } from "../variation.ts";
import { type ErrorRule, errorRuleOf } from "./error-rule.ts";

export async function runInvalid(context: Context): Promise<void> {
  const rule = errorRuleOf(context.description);
  for (const operation of context.description.operations) {
    const values =
      context.baselines.get(operation)?.answered.values ?? inputsFor(context, operation, "required")?.values;
    if (values === undefined) continue;
    const question = { operation, values, rule };
    for (const parameter of operation.parameters) await varyParameter(context, question, parameter);
    await varyBody(context, question);
    await breakBody(context, question);
  }
}

interface Question {
  readonly operation: Operation;
  readonly values: RequestValues;
  readonly rule: ErrorRule | null;
}

async function varyParameter(context: Context, { operation, values }: Question, parameter: Parameter): Promise<void> {
  const refuse = (id: string, changed: RequestValues, what: string): Promise<void> =>
    context.case("invalid", `${operation.id}/invalid/${id}`, operation.id, async () => {
      const answered = await context.call(operation, changed);
      checkRefused(context, answered, {
        what: `${parameter.in} parameter ${parameter.name} ${what}`,
        where: placeOf(parameter.at),
      });
    });
  if (parameter.required && parameter.in !== "path") {
    await refuse(
      `${parameter.in}.${parameter.name}/required`,
      withParameter(values, parameter, undefined),
      "is left out",
    );
  }
  const known = context.knowledge.valueFor(parameter.name, [ownerOfPath(operation.path.text)]);
  const sample = known === undefined ? sampleOf(parameter.schema) : { ok: true as const, value: known };
  if (!sample.ok || parameter.mediaType !== null) return;
  const variants = invalidVariants(parameter.schema, sample.value).filter(
    // Without text there is no such segment, and so another path.
    ({ value }) =>
      survivesAsText(parameter.schema, value) && (parameter.in !== "path" || (value !== "" && value !== null)),
  );
  for (const variant of variants) {
    const what = `${variant.what} (${JSON.stringify(variant.value).slice(0, 60)})`;
    await refuse(parameterCaseId(parameter, variant), withParameter(values, parameter, variant.value), what);
  }
}

async function varyBody(context: Context, { operation, values, rule }: Question): Promise<void> {
  const { body } = values;
  const mediaType = bodyTypeOf(operation);
  if (mediaType === null || body?.kind !== "value" || mediaType.body !== "json") return;
  const where = placeOf(mediaType.schema.at);
  const variants = invalidVariants(mediaType.schema, body.value);
  for (const variant of variants) {
    await context.case("invalid", `${operation.id}/invalid/${bodyCaseId(variant)}`, operation.id, async () => {
      const changed = renewed(context, variant.value, variant.path);
      const answered = await context.call(operation, withBody(values, changed));
      checkRefused(context, answered, { what: `${variant.path.join(".") || "the body"} ${variant.what}`, where });
      rule?.checkFields(context, answered, 1);
    });
  }
  await breakTwoFields(context, { operation, values, rule }, variants);
}

/** Two fields at once, where the description says that each is reported. */
async function breakTwoFields(
  context: Context,
  { operation, values, rule }: Question,
  variants: readonly Variant[],
): Promise<void> {
  if (rule === null || !rule.perField) return;
  const [first, second] = ["0", "1"].map((index) => topLevelLeftOut(variants)[Number(index)]);
  const name = second?.path.at(-1);
  const value = asObject(first?.value);
  if (typeof name !== "string" || value === null) return;
  const { [name]: _, ...rest } = value;
  const id = `${operation.id}/invalid/body/two-fields`;
  await context.case("invalid", id, operation.id, async () => {
    const answered = await context.call(operation, withBody(values, rest));
    rule.checkFields(context, answered, 2);
  });
}

function topLevelLeftOut(variants: readonly Variant[]): Variant[] {
  return variants.filter(({ keyword, path }) => keyword === "required" && path.length === 1);
}

/** Bodies that are no value of the schema at all. */
async function breakBody(context: Context, { operation, values, rule }: Question): Promise<void> {
  const { requestBody } = operation;
  const mediaType = bodyTypeOf(operation);
  if (requestBody === null || mediaType === null || values.body?.kind !== "value") return;
  const where = placeOf(requestBody.at);
  const text = JSON.stringify(values.body.value);
  const broken: { readonly name: string; readonly what: string; readonly values: RequestValues }[] = [];
  if (requestBody.required) {
    broken.push({ name: "missing", what: "without a body", values: { ...values, body: null } });
  }
  if (mediaType.body === "json") {
    broken.push(
      {
        name: "malformed",
        what: "JSON that ends in the middle",
        values: withText(values, mediaType.type, text.slice(0, -1)),
      },
      { name: "trailing", what: "JSON with something behind it", values: withText(values, mediaType.type, `${text}]`) },
      { name: "not-json", what: "text that is not JSON", values: withText(values, mediaType.type, "not json") },
    );
  }
  if (!requestBody.content.some(({ type }) => type.includes("*") || type.startsWith("text/plain"))) {
    broken.push({ name: "content-type", what: "sent as text/plain", values: withText(values, "text/plain", text) });
  }
  for (const { name, what, values: changed } of broken) {
    await context.case("invalid", `${operation.id}/invalid/body/${name}`, operation.id, async () => {
      const answered = await context.call(operation, changed);
      checkRefused(context, answered, { what: `the body, ${what}`, where });
      rule?.checkOther(context, answered);
    });
  }
}

/** A request that the description forbids is refused with a status for that: 5xx is a finding of its own. */
function checkRefused(
  context: Context,
  answered: Answered,
  { what, where }: { readonly what: string; readonly where: string },
): void {
  const { operation, status } = answered;
  if (isAccepted(status)) {
    context.object("invalid-accepted", `${operation.id} accepts what is forbidden, with ${status}: ${what}`, {
      ...answered,
      where,
    });
  } else if (!isRefused(status) && status < 500 && status !== 429) {
    context.object("wrong-refusal", `${operation.id} answers ${status} to what is forbidden: ${what}`, {
      ...answered,
      where,
    });
  }
}
