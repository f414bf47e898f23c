// Every default and every example of an API against its schema.
import type { Extra, Report, Severity } from "../diagnostics/index.ts";
import type { Api } from "../model/api.ts";
import { type Example, everyOperationOf, type MediaType, type Operation, type Parameter } from "../model/http.ts";
import type { Message } from "../model/messaging.ts";
import type { Effort } from "../model/patterns/matcher.ts";
import type { Json, LocatedValue, Schema } from "../model/schema.ts";
import { type Failure, failuresOf, type Matchers, Unjudged } from "../model/values/matching.ts";
import { childrenOf } from "../model/walk.ts";
import { attempt } from "../source/attempt.ts";
import { identityOf, type Location, Node } from "../source/index.ts";

export interface CheckOptions {
  /** No generated type depends on an example: `generate` warns where `lint` fails. */
  readonly exampleSeverity: Severity;
}

export function checkExamples(api: Api, report: Report, options: CheckOptions): void {
  const check = new ExampleCheck(report, options);
  // Parameters first: what is reported of one of their defaults stops the server.
  for (const { parameters } of api.http?.operations ?? []) for (const { schema } of parameters) check.applied(schema);
  for (const named of api.schemas) check.schema(named.schema);
  for (const operation of everyOperationOf(api.http)) check.operation(operation);
  for (const message of api.messaging?.messages ?? []) check.message(message);
}

/** What all values of a description may take, and what one of them may: steps of a judge, the same on every machine. */
const stepsForAll = 40_000_000;
const stepsForOne = 2_000_000;

class ExampleCheck {
  private readonly effort: Effort = { left: stepsForAll };
  private readonly matchers: Matchers = new Map();
  private readonly report: Report;
  private readonly options: CheckOptions;

  constructor(report: Report, options: CheckOptions) {
    this.report = report;
    this.options = options;
  }

  /** A schema whose default a server applies. */
  applied(schema: Schema): void {
    this.default(schema, {});
  }

  /** The schema's own default and examples, and those of the schemas inside it; references are visited on their own. */
  schema(schema: Schema): void {
    this.default(schema, { stops: [] });
    for (const example of schema.annotations.examples) this.value("invalid-example", schema, example);
    for (const child of childrenOf(schema)) this.schema(child);
  }

  operation(operation: Operation): void {
    for (const parameter of operation.parameters) this.described(parameter);
    for (const media of operation.requestBody?.content ?? []) this.media(media);
    for (const response of operation.responses) {
      for (const header of response.headers) this.described(header);
      for (const media of response.content) this.media(media);
    }
  }

  /** An example of anything but JSON may be the text that is sent, which the schema does not speak of. */
  private media({ body, schema, item, examples }: MediaType): void {
    if (item !== null) this.schema(item.schema);
    const judged = examples.filter(({ value }) => body === "json" || typeof value.value !== "string");
    this.described({ schema, examples: judged });
  }

  private described({ schema, examples }: { readonly schema: Schema; readonly examples: readonly Example[] }): void {
    this.schema(schema);
    for (const { value } of examples) this.value("invalid-example", schema, value);
  }

  message(message: Message): void {
    this.schema(message.payload);
    if (message.headers !== null) this.schema(message.headers);
    for (const { payload, headers } of message.examples) {
      if (payload !== null) this.value("invalid-example", message.payload, payload);
      if (headers !== null && message.headers !== null) this.value("invalid-example", message.headers, headers);
    }
  }

  /** A default that the schema rejects is left out: generated code must not document what nothing accepts. */
  private default(schema: Schema, extra: Extra): void {
    const { annotations } = schema;
    if (annotations.default === null) return;
    const isWrong = this.value("invalid-default", schema, annotations.default, extra);
    if (isWrong) Object.assign(schema, { annotations: { ...annotations, default: null } });
  }

  /** Whether the schema rejects the value. */
  private value(
    code: "invalid-default" | "invalid-example",
    schema: Schema,
    located: LocatedValue,
    extra: Extra = { severity: this.options.exampleSeverity },
  ): boolean {
    const failures = this.failures(code, schema, located);
    for (const { path, reason } of failures) {
      const where = path.length === 0 ? "" : `${path.join(".")} `;
      const args = { failure: `${where}${reason}` };
      this.report.add(code, placeOf(located.at, path), args, { ...extra, about: located.at });
    }
    return failures.length > 0;
  }

  private failures(
    code: "invalid-default" | "invalid-example",
    schema: Schema,
    { value, at }: LocatedValue,
  ): Failure[] {
    const effort = { left: Math.min(stepsForOne, this.effort.left) };
    this.effort.left -= effort.left;
    try {
      return failuresOf(schema, value, effort, this.matchers);
    } catch (error) {
      if (error instanceof Unjudged) {
        const what = code === "invalid-default" ? "default" : "example";
        this.report.add("unjudged-value", at, { what, reason: error.message });
        return [];
      }
      // A recursive schema and a deep value: the depth of the one times the length of the other.
      if (!(error instanceof RangeError)) throw error;
      const reason = "it cannot be compared with its schema";
      this.report.add("unsupported-feature", at, { feature: "a value nested this deep", reason }, { stops: [] });
      return [];
    } finally {
      this.effort.left += Math.max(0, effort.left);
    }
  }
}

/** The place inside the example the failure is about. */
function placeOf(at: Location, path: readonly string[]): Location {
  let place: Location = at;
  for (const token of path) {
    if (!(place instanceof Node)) return place;
    place = place.get(token) ?? place;
  }
  return place;
}

// The examples of parameters (OpenAPI 3.2) -> those whose `serializedValue` is not what a client sends for their `dataValue`. What is sent as
// JSON is compared when it is read.

/** Loads what writes values only where an example needs it. */
export async function checkSerialized({ http }: Api, report: Report): Promise<void> {
  const examples = new Map(
    everyOperationOf(http).flatMap(({ parameters }) =>
      parameters.flatMap((parameter) => serializedOf(parameter).map((one) => [identityOf(one.place), one])),
    ),
  );
  if (examples.size === 0) return;
  const { runtimeParameterOf } = await import("../targets/samples/wire.ts");
  for (const { parameter, value, text, place } of examples.values()) {
    const runtime = runtimeParameterOf(parameter);
    const sent = sendable(() => runtime.write(runtime, value).join(parameter.in === "cookie" ? "; " : "&"));
    if (sent === null || sent === text) continue;
    if (parameter.style !== "cookie" && decoded(sent) === decoded(text)) continue;
    const args = {
      field: "serializedValue",
      reason: `is not how "dataValue" is sent, which is ${JSON.stringify(sent)}`,
    };
    report.add("example-mismatch", place, args);
  }
}

interface Serialized {
  readonly parameter: Parameter;
  readonly value: Json;
  readonly text: string;
  readonly place: Node;
}

function serializedOf(parameter: Parameter): Serialized[] {
  if (parameter.mediaType !== null && parameter.in !== "querystring") return [];
  return parameter.examples.flatMap(({ value: { value, at } }): Serialized[] => {
    const place = at.key === "dataValue" && at.parent instanceof Node ? at.parent.get("serializedValue") : undefined;
    return typeof place?.value === "string" ? [{ parameter, value, text: place.value, place }] : [];
  });
}

/** Values that cannot be sent are reported as examples that their schema rejects, or by the client. */
function sendable(write: () => string): string | null {
  try {
    return write();
  } catch (error) {
    if (error instanceof TypeError || error instanceof URIError) return null;
    throw error;
  }
}

/** Which characters are percent-encoded beyond those that have to be is no difference. */
function decoded(text: string): string {
  const query = text.replace(/^\?/, "").replaceAll("+", "%20");
  return attempt(() => decodeURIComponent(query)) ?? query;
}
