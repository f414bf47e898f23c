// Random valid requests, from a seed: every response has to be described. A failing request is
// shrunk to a minimal one.
import fc from "fast-check";
import { describedPartOf, type Json, matches, type Operation } from "waybill/description";
import type { Finding } from "../../finding.ts";
import { arbitraryOf } from "../../values/arbitrary.ts";
import { isList, isObject, withMember, withoutMember } from "../../values/json.ts";
import { type CallResult, type Cases, type Context, caseOf } from "../context.ts";
import { bodyTypeOf, inputsFor } from "../inputs.ts";
import { ownerOfPath } from "../knowledge.ts";
import type { RequestValues } from "../request-values.ts";
import { renewed, withBody, withParameter } from "../variation.ts";

export function* randomRequests(context: Context): Cases {
  const { seed = 1, randomCases = 3 } = context.options;
  for (const [index, operation] of context.description.operations.entries()) {
    const values = inputsFor(context, operation, "required")?.values;
    if (values === undefined || (operation.parameters.length === 0 && operation.requestBody === null)) continue;
    const requests = fc.sample(requestsOf(context, operation, values), { seed: seed + index, numRuns: randomCases });
    // What nothing varies in was tried before.
    const tried = new Set<string>([textOf(values)]);
    for (const [number, request] of requests.entries()) {
      const text = textOf(request);
      if (tried.has(text)) continue;
      tried.add(text);
      const run = (): Promise<void> => callAndShrink(context, operation, request);
      yield caseOf("random", operation, `random/${seed}-${number + 1}`, run, { kind: `random ${operation.id}` });
    }
  }
}

function textOf({ parameters, body }: RequestValues): string {
  return JSON.stringify([parameters, body?.kind === "value" ? body.value : null]);
}

function requestsOf(context: Context, operation: Operation, values: RequestValues): fc.Arbitrary<RequestValues> {
  const owner = ownerOfPath(operation.path.text);
  const known = (name: string): Json | undefined => context.knowledge.valueFor(name, [owner]);
  const query = operation.parameters.filter((one) => one.in === "query" && one.mediaType === null);
  const parameters = query.map((parameter) => {
    const value = known(parameter.name);
    const arbitrary = value === undefined ? arbitraryOf(parameter.schema) : fc.constant(value);
    return parameter.required ? arbitrary : fc.option(arbitrary, { nil: undefined });
  });
  const mediaType = bodyTypeOf(operation);
  const body =
    mediaType?.body === "json"
      ? arbitraryOf(mediaType.schema, {
          known: ({ path, schema }) => {
            const name = path.findLast((token) => typeof token === "string");
            const value = typeof name === "string" && typeof path.at(-1) === "string" ? known(name) : undefined;
            return value !== undefined && matches(schema, value) ? value : undefined;
          },
        })
      : fc.constant(undefined);
  return fc.tuple(fc.tuple(...parameters), body).map(([queryValues, value]) => {
    const withQuery = query.reduce(
      (all, parameter, index) => withParameter(all, parameter, queryValues[index]),
      values,
    );
    if (value === undefined || mediaType === null) return withQuery;
    const plain = describedPartOf(mediaType.schema, value);
    return matches(mediaType.schema, plain) ? withBody(withQuery, renewed(context, plain)) : withQuery;
  });
}

/** How many requests may be spent on making one finding smaller. */
const shrinkRequests = 40;

async function callAndShrink(context: Context, operation: Operation, values: RequestValues): Promise<void> {
  const before = context.recorder.findings.length;
  await context.call(operation, values);
  for (const finding of context.recorder.findings.slice(before)) await shrink(context, finding, { operation, values });
}

/** Removes and shortens one part after the other, as long as the finding stays the same. */
async function shrink(
  context: Context,
  finding: Finding,
  { operation, values }: Pick<CallResult, "operation" | "values">,
): Promise<void> {
  let smallest = values;
  let remainingRequests = shrinkRequests;
  for (let progress = true; progress && remainingRequests > 0; ) {
    progress = false;
    for (const smaller of smallerThan(operation, smallest)) {
      if (remainingRequests === 0) return;
      remainingRequests -= 1;
      const evidence = await context.recorder.shows(finding, () => context.call(operation, smaller));
      if (evidence === null) continue;
      context.recorder.replace(finding, evidence);
      smallest = smaller;
      progress = true;
      break;
    }
  }
}

function smallerThan(operation: Operation, values: RequestValues): RequestValues[] {
  const optional = operation.parameters.filter(
    (one) => !one.required && Object.hasOwn(values.parameters[one.in], one.name),
  );
  const fewer = optional.map((parameter) => withParameter(values, parameter, undefined));
  const { body } = values;
  if (body?.kind !== "value") return fewer;
  const { schema } = body.mediaType;
  const wasValid = matches(schema, body.value);
  return [
    ...fewer,
    ...smallerValues(body.value)
      .filter((value) => matches(schema, value) === wasValid)
      .map((value) => withBody(values, value)),
  ];
}

function smallerValues(value: Json): Json[] {
  if (typeof value === "string")
    return value.length <= 1 ? [] : [value.slice(0, Math.ceil(value.length / 2)), value.slice(1)];
  if (typeof value === "number")
    return value === 0 ? [] : [0, Math.trunc(value / 1000), Math.trunc(value / 2)].filter((one) => one !== value);
  if (isList(value)) {
    const shorter = value.length > 1 ? [value.slice(0, 1), value.slice(1)] : [];
    return [...shorter, ...value.flatMap((item, index) => smallerValues(item).map((one) => value.with(index, one)))];
  }
  if (!isObject(value)) return [];
  const without = Object.keys(value).map((name) => withoutMember(value, name));
  const inner = Object.entries(value).flatMap(([name, member]) =>
    smallerValues(member).map((one) => withMember(value, name, one)),
  );
  return [...without, ...inner];
}
