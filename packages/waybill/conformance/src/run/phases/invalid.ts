// Invalid requests, with one fault each: each must be rejected as declared.

import { type Json, type MediaType, matches, type Operation, type Parameter } from "waybill/description";
import { placeOf, responseFor } from "../../description/description.ts";
import { pathOf } from "../../exchange/exchange.ts";
import { invalidVariants, sampleOf, survivesAsText, type Variant } from "../../values/index.ts";
import { asObject, type Path, valueAt, withoutMember, withValueAt } from "../../values/json.ts";
import { canCarry } from "../carriage.ts";
import { type CallResult, type Context, isAccepted, isRefused } from "../context.ts";
import { noCredential } from "../credentials.ts";
import { distinctLike } from "../distinct.ts";
import { bodyTypeOf, rejectedWith, usualValues } from "../inputs.ts";
import { ownerOfPath } from "../knowledge.ts";
import { type RequestValues, requestOf } from "../request-values.ts";
import { bodyCaseId, kindOf, parameterCaseId, renewed, withBody, withParameter, withText } from "../variation.ts";
import { type ErrorRule, errorRuleOf } from "./error-rule.ts";

export async function runInvalid(context: Context): Promise<void> {
  const rule = errorRuleOf(context.description);
  for (const operation of context.description.operations) {
    const values = usualValues(context, operation);
    if (values === null) continue;
    // A request that was never accepted may have more than one fault.
    const isGood = isAccepted(context.baselines.get(operation)?.status ?? 0);
    const question = { operation, values, rule: isGood ? rule : null, refused: rejectedWith(context, operation) };
    for (const parameter of operation.parameters) await varyParameter(context, question, parameter);
    await varyBody(context, question);
    await breakBody(context, question);
  }
}

interface Question {
  readonly operation: Operation;
  readonly values: RequestValues;
  readonly rule: ErrorRule | null;
  /** The status of the rejection of a valid request, where none was accepted. */
  readonly refused: number | null;
}

async function varyParameter(context: Context, question: Question, parameter: Parameter): Promise<void> {
  const { operation, values, refused } = question;
  const name = `${parameter.in} parameter ${parameter.name}`;
  const where = placeOf(parameter.at);
  const refuse = (id: string, keyword: string, changed: RequestValues, what: string): Promise<void> => {
    const run = async (): Promise<void> => {
      const result = await context.call(operation, changed);
      checkRefused(context, result, { what: `${name} ${what}`, where, refused });
    };
    const kind = `invalid ${parameter.in} ${keyword}`;
    return context.case("invalid", `${operation.id}/invalid/${id}`, operation.id, run, kind);
  };
  if (parameter.required && parameter.in !== "path") {
    const id = `${parameter.in}.${parameter.name}/required`;
    await refuse(id, "required", withParameter(values, parameter, undefined), "is left out");
  }
  const known = context.knowledge.valueFor(parameter.name, [ownerOfPath(operation.path.text)]);
  const sample = known === undefined ? sampleOf(parameter.schema) : { ok: true as const, value: known };
  if (!sample.ok || parameter.mediaType !== null) return;
  const variants = invalidVariants(parameter.schema, sample.value).filter(
    ({ value }) => canCarry(parameter, value) && survivesAsText(parameter.schema, value),
  );
  for (const variant of variants) {
    const changed = withParameter(values, parameter, variant.value);
    if (parameter.in === "path" && leadsElsewhere(context, operation, changed)) continue;
    const what = `${variant.what} (${JSON.stringify(variant.value).slice(0, 60)})`;
    await refuse(parameterCaseId(parameter, variant), kindOf(variant), changed, what);
  }
}

/** To another path of the description that happens to look like this one with another value. */
function leadsElsewhere(context: Context, operation: Operation, values: RequestValues): boolean {
  const { target } = requestOf(operation, values, { server: context.server, credential: noCredential });
  return context.description.find(operation.method, pathOf(target)) !== operation;
}

async function varyBody(context: Context, question: Question): Promise<void> {
  const { operation, values, rule } = question;
  const { body } = values;
  const mediaType = bodyTypeOf(operation);
  if (mediaType === null || body?.kind !== "value" || mediaType.body !== "json") return;
  const variants = invalidVariants(mediaType.schema, body.value);
  // A case that is asked for by its name runs by itself.
  const isNamed = context.options.only?.startsWith(`${operation.id}/invalid/body/`) === true;
  const groups = rule?.perField === true && !isNamed ? groupsOf(variants) : [];
  for (const group of [...groups, ...(groups.length === 0 ? [] : mixedGroups(variants))]) {
    const kinds = new Set(group.map(kindOf));
    const kind = kinds.size === 1 ? [...kinds].join() : "mixed";
    const run = (): Promise<void> => breakTogether(context, { ...question, mediaType, good: body.value }, group);
    const id = `${operation.id}/invalid/body/together/${kind}`;
    await context.case("invalid", id, operation.id, run, `invalid body ${kind}`);
  }
  const grouped = new Set(groups.flat());
  for (const variant of variants.filter((one) => !grouped.has(one))) {
    const run = (): Promise<void> => breakAlone(context, { ...question, mediaType, good: body.value }, variant);
    const id = `${operation.id}/invalid/${bodyCaseId(variant)}`;
    await context.case("invalid", id, operation.id, run, `invalid body ${kindOf(variant)}`);
  }
  if (rule?.perField !== true) return;
  await breakTwoFields(context, { operation, values, rule }, variants);
  await breakElements(context, { ...question, rule, mediaType, good: body.value }, variants);
}

interface BodyQuestion extends Question {
  readonly mediaType: MediaType;
  readonly good: Json;
}

async function breakAlone(
  context: Context,
  { operation, values, rule, refused, mediaType, good }: BodyQuestion,
  variant: Variant,
): Promise<void> {
  const changed = renewed(context, variant.value, variant.path);
  const first = await context.call(operation, withBody(values, changed));
  const question = { schema: mediaType.schema, good, wrong: changed, kept: variant.path };
  // A conflict proves nothing about the fault of this request.
  const renamed = first.status === 409 ? distinctLike(question, context.newMark()) : changed;
  const result = renamed === changed ? first : await context.call(operation, withBody(values, renamed));
  const what = `${variant.path.join(".") || "the body"} ${variant.what}`;
  checkRefused(context, result, { what, where: placeOf(mediaType.schema.at), refused });
  rule?.checkFields(context, result, 1);
}

/**
 * The same fault in many fields at once, where the description says that each is reported: one request for all of them. Where
 * the entries are not as many as the fields, each is tried by itself.
 */
async function breakTogether(context: Context, question: BodyQuestion, group: readonly Variant[]): Promise<void> {
  const { operation, values, rule, good } = question;
  const wrong = group.reduce<Json>(
    (value, variant) => {
      const part = valueAt(variant.value, variant.path);
      return part === undefined ? withoutValueAt(value, variant.path) : withValueAt(value, variant.path, part);
    },
    renewed(context, good),
  );
  const result = await context.call(operation, withBody(values, wrong));
  if (rule?.hasEntries(result, group.length) === true) return;
  const before = context.recorder.findings.length;
  for (const variant of group) await breakAlone(context, question, variant);
  if (context.recorder.findings.length === before) rule?.checkFields(context, result, group.length);
}

/** Changes of one kind in places of which none is inside another. */
function groupsOf(variants: readonly Variant[]): (readonly Variant[])[] {
  const kinds = Map.groupBy(
    variants.filter(({ path }) => path.length > 0),
    kindOf,
  );
  return [...kinds.values()].flatMap((same): Variant[][] => {
    const group = same.filter(
      ({ path }) => !same.some((other) => other.path.length > path.length && isWithin(other.path, path)),
    );
    const places = new Set(group.map(({ path }) => path.join("/")));
    return group.length < 2 || places.size < group.length ? [] : [group];
  });
}

/** So many requests have a fault of another kind in each place. */
const mixtures = 3;

/** In each place, of which none is inside another, one of its faults: the next one in the next group. */
function mixedGroups(variants: readonly Variant[]): (readonly Variant[])[] {
  const places = Map.groupBy(
    variants.filter(({ path }) => path.length > 0),
    ({ path }) => path.join("/"),
  );
  const inner = [...places.values()].filter(([one]) =>
    [...places.values()].every(
      ([other]) => one !== undefined && (other === one || other === undefined || !isWithin(other.path, one.path)),
    ),
  );
  if (inner.length < 2) return [];
  return Array.from({ length: mixtures }, (_, round) =>
    inner.flatMap((faults, place) => faults[(round + place) % faults.length] ?? []),
  );
}

function isWithin(path: Path, outer: Path): boolean {
  return outer.every((step, index) => path[index] === step);
}

function withoutValueAt(value: Json, path: Path): Json {
  const name = path.at(-1);
  const holder = asObject(valueAt(value, path.slice(0, -1)));
  if (typeof name !== "string" || holder === null) return value;
  return withValueAt(value, path.slice(0, -1), withoutMember(holder, name));
}

/** Two fields at once, where the description says that each is reported. */
async function breakTwoFields(
  context: Context,
  { operation, values, rule }: Omit<Question, "refused" | "rule"> & { readonly rule: ErrorRule },
  variants: readonly Variant[],
): Promise<void> {
  const [first, second] = variants.filter(({ keyword, path }) => keyword === "required" && path.length === 1);
  const name = second?.path.at(-1);
  const value = asObject(first?.value);
  if (typeof name !== "string" || value === null) return;
  const { [name]: _, ...rest } = value;
  const id = `${operation.id}/invalid/body/two-fields`;
  await context.case("invalid", id, operation.id, async () => {
    const result = await context.call(operation, withBody(values, rest));
    rule.checkFields(context, result, 2);
  });
}

/** So many faults of an element are tried in two elements. */
const elementFaults = 3;

/** The same fault in two elements of a list, with a good one in between: the places are two, though the member is one. */
async function breakElements(
  context: Context,
  { operation, values, rule, mediaType, good }: BodyQuestion & { readonly rule: ErrorRule },
  variants: readonly Variant[],
): Promise<void> {
  const inner = variants.filter(({ path }) =>
    path.some((step, at) => typeof step === "number" && at < path.length - 1),
  );
  for (const variant of [...new Map(inner.map((one) => [one.keyword, one])).values()].slice(0, elementFaults)) {
    const at = variant.path.findLastIndex((step, index) => typeof step === "number" && index < variant.path.length - 1);
    const [list, element] = [variant.path.slice(0, at), variant.path.slice(0, at + 1)];
    const [right, wrong] = [valueAt(good, element), valueAt(variant.value, element)];
    if (right === undefined || wrong === undefined) continue;
    const several = (elements: readonly Json[]): Json => renewed(context, withValueAt(good, list, [...elements]));
    if (!matches(mediaType.schema, several([right, right, right]))) continue;
    const id = `${operation.id}/invalid/body/elements/${variant.keyword}`;
    await context.case("invalid", id, operation.id, async () => {
      // Elements that are equal may be refused for that.
      const whole = await context.call(operation, withBody(values, several([right, right, right])));
      if (!isAccepted(whole.status)) return;
      rule.checkFields(context, await context.call(operation, withBody(values, several([wrong, right, wrong]))), 2);
    });
  }
}

/** Bodies that are not a value of the schema's media type. */
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
      { name: "malformed", what: "truncated JSON", values: withText(values, mediaType.type, cut) },
      { name: "trailing", what: "JSON with trailing text", values: withText(values, mediaType.type, `${text}]`) },
      { name: "not-json", what: "text that is not JSON", values: withText(values, mediaType.type, "not json") },
    );
  }
  if (!requestBody.content.some(({ type }) => type.includes("*") || type.startsWith("text/plain"))) {
    broken.push({ name: "content-type", what: "sent as text/plain", values: withText(values, "text/plain", text) });
  }
  for (const { name, what, values: changed } of broken) {
    const run = async (): Promise<void> => {
      const result = await context.call(operation, changed);
      checkRefused(context, result, { what: `the body, ${what}`, where, refused });
      rule?.checkOther(context, result);
    };
    await context.case("invalid", `${operation.id}/invalid/body/${name}`, operation.id, run, `invalid body ${name}`);
  }
}

interface Forbidden extends Pick<Question, "refused"> {
  readonly what: string;
  readonly where: string;
}

/** An invalid request is rejected with a 4XX status: 5xx is a finding of its own. */
export function checkRefused(context: Context, result: CallResult, { what, where, refused }: Forbidden): void {
  const { operation, status } = result;
  const about = { ...result, where };
  // The request was rejected for another reason, or by a declared redirect.
  const leadsAway = status >= 300 && status < 400 && responseFor(operation, status) !== null;
  const isBesideThePoint = status >= 500 || status === 429 || status === refused || leadsAway;
  if (isAccepted(status)) {
    const message = `${operation.id} accepts an invalid request with ${status}: ${what}`;
    context.object("invalid-accepted", message, about);
  } else if (!isRefused(status) && !isBesideThePoint) {
    const message = `${operation.id} returns ${status} for an invalid request: ${what}`;
    context.object("wrong-refusal", message, about);
  }
}
