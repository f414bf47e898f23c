// What the description forbids, one thing at a time: every such request is refused, in the way that it says.
import type { Operation, Parameter } from "waybill/description";
import { placeOf, responseFor } from "../../description/description.ts";
import { pathOf } from "../../exchange/exchange.ts";
import { invalidVariants, sampleOf, survivesAsText, type Variant } from "../../values/index.ts";
import { canCarry } from "../carriage.ts";
import { type Answered, asObject, type Context, isAccepted, isRefused } from "../context.ts";
import { noCredential } from "../credentials.ts";
import { distinctLike } from "../distinct.ts";
import { bodyTypeOf, inputsFor } from "../inputs.ts";
import { ownerOfPath } from "../knowledge.ts";
import { type RequestValues, requestOf } from "../request-values.ts";
import { bodyCaseId, parameterCaseId, renewed, withBody, withParameter, withText } from "../variation.ts";
import { type ErrorRule, errorRuleOf } from "./error-rule.ts";

export async function runInvalid(context: Context): Promise<void> {
  const rule = errorRuleOf(context.description);
  for (const operation of context.description.operations) {
    const values =
      context.baselines.get(operation)?.answered.values ?? inputsFor(context, operation, "required")?.values;
    if (values === undefined) continue;
    // What was never accepted may be wrong in more than the one place.
    const baseline = context.baselines.get(operation);
    const isGood = baseline?.accepted === true;
    const refused = baseline?.accepted === false ? baseline.answered.status : null;
    const question = { operation, values, rule: isGood ? rule : null, refused };
    for (const parameter of operation.parameters) await varyParameter(context, question, parameter);
    await varyBody(context, question);
    await breakBody(context, question);
  }
}

interface Question {
  readonly operation: Operation;
  readonly values: RequestValues;
  readonly rule: ErrorRule | null;
  /** The status that a good request was refused with, where none was accepted. */
  readonly refused: number | null;
}

async function varyParameter(context: Context, question: Question, parameter: Parameter): Promise<void> {
  const { operation, values, refused } = question;
  const refuse = (id: string, changed: RequestValues, what: string): Promise<void> =>
    context.case("invalid", `${operation.id}/invalid/${id}`, operation.id, async () => {
      const answered = await context.call(operation, changed);
      checkRefused(context, answered, {
        what: `${parameter.in} parameter ${parameter.name} ${what}`,
        where: placeOf(parameter.at),
        refused,
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
    ({ value }) => canCarry(parameter, value) && survivesAsText(parameter.schema, value),
  );
  for (const variant of variants) {
    if (parameter.in === "path" && leadsElsewhere(context, operation, withParameter(values, parameter, variant.value)))
      continue;
    const what = `${variant.what} (${JSON.stringify(variant.value).slice(0, 60)})`;
    await refuse(parameterCaseId(parameter, variant), withParameter(values, parameter, variant.value), what);
  }
}

/** To another path of the description that happens to look like this one with another value. */
function leadsElsewhere(context: Context, operation: Operation, values: RequestValues): boolean {
  const { target } = requestOf(operation, values, { server: context.server, credential: noCredential });
  return context.description.find(operation.method, pathOf(target)) !== operation;
}

async function varyBody(context: Context, { operation, values, rule, refused }: Question): Promise<void> {
  const { body } = values;
  const mediaType = bodyTypeOf(operation);
  if (mediaType === null || body?.kind !== "value" || mediaType.body !== "json") return;
  const where = placeOf(mediaType.schema.at);
  const variants = invalidVariants(mediaType.schema, body.value);
  for (const variant of variants) {
    await context.case("invalid", `${operation.id}/invalid/${bodyCaseId(variant)}`, operation.id, async () => {
      const changed = renewed(context, variant.value, variant.path);
      const first = await context.call(operation, withBody(values, changed));
      const question = { schema: mediaType.schema, good: body.value, wrong: changed, kept: variant.path };
      // That there is such a thing already says nothing about what is wrong with this one.
      const renamed = first.status === 409 ? distinctLike(question, context.newMark()) : changed;
      const answered = renamed === changed ? first : await context.call(operation, withBody(values, renamed));
      const what = `${variant.path.join(".") || "the body"} ${variant.what}`;
      checkRefused(context, answered, { what, where, refused });
      rule?.checkFields(context, answered, 1);
    });
  }
  await breakTwoFields(context, { operation, values, rule, refused }, variants);
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
async function breakBody(context: Context, { operation, values, rule, refused }: Question): Promise<void> {
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
    // The beginning of a number is a number.
    const cut = /["}\]e]$/.test(text) ? text.slice(0, -1) : `${text},`;
    broken.push(
      { name: "malformed", what: "JSON that ends in the middle", values: withText(values, mediaType.type, cut) },
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
      checkRefused(context, answered, { what: `the body, ${what}`, where, refused });
      rule?.checkOther(context, answered);
    });
  }
}

interface Forbidden {
  readonly what: string;
  readonly where: string;
  readonly refused: number | null;
}

/** A request that the description forbids is refused with a status for that: 5xx is a finding of its own. */
function checkRefused(context: Context, answered: Answered, { what, where, refused }: Forbidden): void {
  const { operation, status } = answered;
  const about = { ...answered, where };
  if (isAccepted(status)) {
    const message = `${operation.id} accepts what is forbidden, with ${status}: ${what}`;
    context.object("invalid-accepted", message, about);
  } else if (!isRefused(status) && !isBesideThePoint(answered, refused)) {
    const message = `${operation.id} answers ${status} to what is forbidden: ${what}`;
    context.object("wrong-refusal", message, about);
  }
}

/** Whoever is refused for another reason is not told about this one, and a declared way elsewhere may be a refusal. */
function isBesideThePoint({ operation, status }: Answered, refused: number | null): boolean {
  const leadsAway = status >= 300 && status < 400 && responseFor(operation, status) !== null;
  return status >= 500 || status === 429 || status === refused || leadsAway;
}
