// The problem that a request is rejected with -> the response that the description has for such a request.
import { concreteTypeOf, type Json, matches, memberNamesOf, type Operation, type Schema } from "waybill/plugin";
import { responseFor, sampledResponseOf } from "../responses.ts";
import { refusalStatusOf } from "../runtime/refusals.ts";
import type { AnyResponse } from "./generated-server.ts";

/** With the problem where a described schema accepts it, else a sample whose texts say what is wrong. */
export function refusedAs({ responses }: Operation, problem: AnyResponse): AnyResponse {
  const codes = responses.flatMap(({ status }) => (status.kind === "code" ? [status.code] : []));
  const known = refusalStatusOf(problem.status, codes);
  const status = known === 422 && !codes.includes(422) ? 400 : known;
  const body = { ...Object(problem.body), status };
  const problemResponse = { ...problem, status, body };
  const described = responseFor(responses, status);
  if (described === undefined || described.content.length === 0) return problemResponse;
  const media = described.content.find((one) => one.body === "json" && describes(one.schema, body));
  if (media !== undefined) return { ...problemResponse, contentType: concreteTypeOf(media) };
  const reason = reasonIn(body);
  const sampled = sampledResponseOf(described, status, {
    all: true,
    places: 200,
    described: "none",
    known: ({ path }) => (path.length === 0 || wordy.test(String(path.at(-1))) ? reason : undefined),
  });
  if ("reason" in sampled || sampled.content === null) return problemResponse;
  const { headers, content } = sampled;
  return { status, headers: Object.fromEntries(headers), contentType: content.type, body: content.value };
}

/** Whether a schema accepts a problem, and is about such: it has the title. */
function describes(schema: Schema, problem: Json): boolean {
  const names = memberNamesOf(schema);
  return matches(schema, problem) && (names.length === 0 || names.includes("title"));
}

/** Members that say what is wrong. */
const wordy = /^(title|details?|message|msg|errors?|description|reason)$/i;

/** `The request body is invalid: body.note: Too long` */
export function reasonIn(body: { readonly title?: unknown; readonly issues?: unknown }): string {
  const issues = Array.isArray(body.issues) ? body.issues : [];
  const texts = issues.map(({ in: place, path, message }) => `${[place, ...(path ?? [])].join(".")}: ${message}`);
  return [body.title, ...(texts.length === 0 ? [] : [texts.join("; ")])].join(": ");
}
