// Every default and every example of an API against the schema it stands for.
import { type Report, type Severity } from "../diagnostics/index.ts";
import { type Location, Node } from "../source/index.ts";
import type { Api } from "./api.ts";
import { failuresOf } from "./check-value.ts";
import type { Example, Operation } from "./http.ts";
import type { Message } from "./messaging.ts";
import type { LocatedValue, Schema } from "./schema.ts";
import { childrenOf } from "./walk.ts";

export interface CheckOptions {
  /** Examples do not reach the generated code: `generate` warns where `lint` fails. */
  readonly exampleSeverity: Severity;
}

export function checkExamples(api: Api, report: Report, options: CheckOptions): void {
  const check = new ExampleCheck(report, options);
  for (const named of api.schemas) check.schema(named.schema);
  for (const operation of api.http?.operations ?? []) check.operation(operation);
  for (const message of api.messaging?.messages ?? []) check.message(message);
}

class ExampleCheck {
  private readonly report: Report;
  private readonly options: CheckOptions;

  constructor(report: Report, options: CheckOptions) {
    this.report = report;
    this.options = options;
  }

  /** The schema's own default and examples, and those of the schemas inside it; references are visited on their own. */
  schema(schema: Schema): void {
    if (schema.notes.default !== null) this.value("invalid-default", schema, schema.notes.default);
    for (const example of schema.notes.examples) this.value("invalid-example", schema, example);
    for (const child of childrenOf(schema)) this.schema(child);
  }

  operation(operation: Operation): void {
    for (const parameter of operation.parameters) {
      this.schema(parameter.schema);
      this.examples(parameter.schema, parameter.examples);
    }
    for (const media of operation.requestBody?.content ?? []) {
      this.schema(media.schema);
      this.examples(media.schema, media.examples);
    }
    for (const response of operation.responses) {
      for (const header of response.headers) this.schema(header.schema);
      for (const media of response.content) {
        this.schema(media.schema);
        this.examples(media.schema, media.examples);
      }
    }
  }

  message(message: Message): void {
    this.schema(message.payload);
    if (message.headers !== null) this.schema(message.headers);
    for (const { payload, headers } of message.examples) {
      if (payload !== null) this.value("invalid-example", message.payload, payload);
      if (headers !== null && message.headers !== null) this.value("invalid-example", message.headers, headers);
    }
  }

  private examples(schema: Schema, examples: readonly Example[]): void {
    for (const { value } of examples) this.value("invalid-example", schema, value);
  }

  private value(code: "invalid-default" | "invalid-example", schema: Schema, located: LocatedValue): void {
    const severity = code === "invalid-example" ? this.options.exampleSeverity : "error";
    for (const { path, reason } of failuresOf(schema, located.value)) {
      const where = path.length === 0 ? "" : `${path.join(".")} `;
      this.report.add(code, placeOf(located.at, path), { failure: `${where}${reason}` }, { severity });
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
