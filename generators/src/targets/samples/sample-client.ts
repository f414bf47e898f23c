// The option `client` of samples: how TypeScript samples call a hand-written client over the generated one, and what is
// wrong with a value that is given for it.
import { isFields } from "../../model/fields.ts";
import type { OptionProblem, RenderContext, Target } from "../target.ts";
import type { Language } from "./languages.ts";

export interface SamplesOptions {
  /** The hand-written client that TypeScript samples call. Default: the generated client. */
  readonly client: SampleClient | null;
  /** `"shell"`, which is curl, `"typescript"`, `"python"`, `"go"`, `"php"`, `"ruby"`. Default: all of them. */
  readonly languages: readonly Language[];
}

/** What samples need to know of the program that writes them. */
export type SampleContext = Pick<RenderContext<SamplesOptions>, "options" | "specifierOf">;

export interface SampleClient {
  /** The lines before a call: imports, and the creation of the client. */
  readonly setup: string;
  /**
   * By operation id, `*` for those not named: the expression that calls it, as in `client.orders.update({path.id}, {body})`.
   * `{request}`, `{path}`, `{query}`, `{headers}`, `{cookies}`, `{body}` and their members are replaced by values of the sample,
   * `{name}` by the name of the operation in the generated client.
   */
  readonly calls: Readonly<Record<string, string | ClientCall>>;
}

/** A call with its own lines before it. */
export interface ClientCall {
  readonly setup: string;
  readonly call: string;
  /** What is printed of the `response`, default all of it: `response.status`. */
  readonly show?: string;
}

/** The client of the target samples, with the options it has been given. */
export function clientOf({ options }: Target): SampleClient | null {
  const client: unknown = options !== undefined && "client" in options ? options.client : null;
  return isClient(client) ? client : null;
}

function isClient(client: unknown): client is SampleClient {
  return client !== null && checkClient(client).length === 0;
}

export function checkClient(client: unknown): readonly OptionProblem[] {
  if (client === undefined || client === null) return [];
  if (!isFields(client)) return [{ at: "client", message: `must be an object, found ${kindOf(client)}` }];
  const { setup, calls, ...others } = client;
  return [
    ...unknownFields("client", others, ["setup", "calls"]),
    ...(typeof setup === "string"
      ? []
      : [{ at: "client.setup", message: "must be the lines in front of a call", hint: 'such as "import …"' }]),
    ...checkCalls(calls),
  ];
}

function checkCalls(calls: unknown): readonly OptionProblem[] {
  const at = "client.calls";
  if (calls === undefined) return [{ at, message: "must be a call by operation id" }];
  if (!isFields(calls)) return [{ at, message: `must be an object, found ${kindOf(calls)}` }];
  return Object.entries(calls).flatMap(([id, call]) => checkCall(`${at}${stepOf(id)}`, call));
}

function checkCall(at: string, call: unknown): readonly OptionProblem[] {
  if (typeof call === "string") return [];
  const problem = {
    at,
    message: "must be a call, or { setup, call }",
    hint: 'such as "client.orders.get({path.id})"',
  };
  if (!isFields(call)) return [problem];
  const { setup, call: expression, show = "", ...others } = call;
  const isCall = [setup, expression, show].every((part) => typeof part === "string");
  return [...unknownFields(at, others, ["setup", "call", "show"]), ...(isCall ? [] : [problem])];
}

function unknownFields(at: string, others: object, known: readonly string[]): OptionProblem[] {
  const hint = `available: ${known.join(", ")}`;
  return Object.keys(others).map((name) => ({ at: `${at}${stepOf(name)}`, message: "is not a field of it", hint }));
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "a list" : `a ${typeof value}`;
}

function stepOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
