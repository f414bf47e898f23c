// `waybill events send NAME --to URL`: a sample of an event -> a signed request, sent and reported, or printed for other programs.
import { readFileSync } from "node:fs";
import path from "node:path";
import { sampleOf } from "../../../model/sampling/index.ts";
import type { Json } from "../../../model/schema.ts";
import { matches } from "../../../model/values/matching.ts";
import type { UsageProblem } from "../../../run/config/usage.ts";
import type { Arguments } from "../../../run/flags/arguments.ts";
import type { EventMessage } from "../../../targets/webhooks/event-messages.ts";
import { guardedPost } from "../../../targets/webhooks/runtime/posting.ts";
import { bodyOf } from "../../../targets/webhooks/runtime/sending.ts";
import { SecretError } from "../../../targets/webhooks/runtime/signatures.ts";
import { signatureHeaders } from "../../../targets/webhooks/schemes.ts";
import { requestPartsOf } from "../../../targets/webhooks/sender.ts";
import { type ExitCode, rejectUsage, type Terminal } from "../../terminal/terminal.ts";

interface Output {
  readonly terminal: Terminal;
  readonly asJson: boolean;
}

export async function sendEvent(
  message: EventMessage,
  args: Arguments,
  { terminal, asJson }: Output,
): Promise<ExitCode> {
  const { flags, problems } = flagsOf(args, terminal);
  const refuse = (...all: readonly UsageProblem[]): ExitCode => rejectUsage(all, terminal, asJson);
  if (problems.length > 0) return refuse(...problems);
  const secrets = await secretsOf(args, terminal);
  if (message.signature !== null && secrets.length === 0)
    return refuse({
      message: `deliveries of ${message.eventName} are signed, and there is no secret`,
      hint: "set WAYBILL_SECRET, or pass --secret - and write it to stdin; --secret S shows it in the list of processes",
    });
  const sample = sampleDelivery(message, flags);
  if (!sample.ok) return refuse({ message: sample.reason, hint: "pass a payload: --file payload.json" });
  if (!sample.isValid) terminal.err(`the payload does not match the description of ${message.eventName}\n`);
  if (message.signature === null)
    terminal.err(`${message.eventName} is sent unsigned: the description has no x-waybill-signature for it\n`);
  const unsigned: Unsigned = {
    url: flags.url,
    headers: { ...sample.headers, ...flags.headers },
    body: bodyOf(sample.payload, message.contentType),
  };
  try {
    if (flags.output !== "text") {
      terminal.out(printed(await signed(message, unsigned, secrets), { message, secrets, output: flags.output }));
      return 0;
    }
    return await sendAll(message, { unsigned, secrets, flags }, { terminal, asJson });
  } catch (error) {
    if (!(error instanceof SecretError || error instanceof TypeError)) throw error;
    const hint = "set what the description does not define with --secret or --header";
    return refuse({ message: error.message, hint });
  }
}

interface Flags {
  readonly url: string;
  readonly payload: Json | undefined;
  readonly example: string | undefined;
  readonly seed: number | undefined;
  readonly id: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly seconds: number;
  readonly times: number;
  readonly isForged: boolean;
  readonly output: string;
}

function flagsOf(args: Arguments, terminal: Terminal): { readonly flags: Flags; readonly problems: UsageProblem[] } {
  const problems: UsageProblem[] = [];
  const url = args.one("to") ?? "";
  const file = args.one("file");
  const output = args.one("output") ?? "text";
  if (!isWebUrl(url) && !(url === "" && output === "json"))
    problems.push({
      message:
        url === "" ? "events send needs --to" : `--to must be an http or https address, found ${JSON.stringify(url)}`,
      hint: "for example --to http://127.0.0.1:3000/hook",
    });
  const read = file === null ? undefined : readPayload(file, terminal.cwd);
  if (read !== undefined && !read.ok) problems.push(read.problem);
  const number = (name: string, least: number): number | undefined => {
    const optionValue = args.one(name);
    if (optionValue === null) return undefined;
    if (/^\d+$/.test(optionValue) && Number(optionValue) >= least) return Number(optionValue);
    const message = `--${name} must be a whole number, ${least} or more, found ${JSON.stringify(optionValue)}`;
    problems.push({ message, hint: `for example --${name} ${Math.max(least, 7)}` });
    return undefined;
  };
  const headers = args.all("header").flatMap((text): [string, string][] => {
    const colon = text.indexOf(":");
    if (colon > 0) return [[text.slice(0, colon).trim(), text.slice(colon + 1).trim()]];
    problems.push({
      message: `--header must be a name and a value, found ${JSON.stringify(text)}`,
      hint: "--header 'X-Name: value'",
    });
    return [];
  });
  if (file !== null && args.has("example"))
    problems.push({ message: "--file and --example cannot be used together", hint: "keep one of the two" });
  const flags: Flags = {
    url,
    payload: read?.ok === true ? read.value : undefined,
    example: args.one("example") ?? undefined,
    seed: number("seed", 0),
    id: args.one("id") ?? undefined,
    headers: Object.fromEntries(headers),
    seconds: number("timeout", 1) ?? 10,
    times: args.has("repeat") ? 2 : 1,
    isForged: args.has("forged"),
    output,
  };
  return { flags, problems };
}

function isWebUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

type Read = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly problem: UsageProblem };

function readPayload(file: string, cwd: string): Read {
  try {
    return { ok: true, value: JSON.parse(readFileSync(path.resolve(cwd, file), "utf8")) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `--file ${file} cannot be read as JSON: ${reason}`;
    return { ok: false, problem: { message, hint: "write the payload as JSON" } };
  }
}

/** `-` reads standard input, so that the secret is in no list of processes and no history. */
async function secretsOf(args: Arguments, terminal: Terminal): Promise<readonly string[]> {
  const secretOptions = args.all("secret");
  if (secretOptions.length === 0) return [terminal.variable("WAYBILL_SECRET")].filter((secret) => secret !== null);
  const secrets: string[] = [];
  for (const secret of secretOptions)
    secrets.push(secret === "-" ? (await terminal.readInput()).replace(/\r?\n$/, "") : secret);
  return secrets;
}

interface Unsigned {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

interface Signed extends Unsigned {
  /** Unix seconds. */
  readonly now: number;
}

async function signed(
  { signature, method }: EventMessage,
  { url, headers, body }: Unsigned,
  secrets: readonly string[],
): Promise<Signed> {
  const milliseconds = Date.now();
  const now = Math.floor(milliseconds / 1000);
  if (signature === null) return { url, headers, body, now };
  const valuesOf = (name: string): string[] =>
    Object.entries(headers).flatMap(([key, value]) => (key.toLowerCase() === name ? [value] : []));
  const request = { body, headers: valuesOf, method, ...(url === "" ? {} : { url: new URL(url).href }) };
  const signedHeaders = await signatureHeaders(signature.scheme, request, secrets, { now: () => milliseconds });
  return { url, headers: { ...headers, ...signedHeaders }, body, now };
}

interface Printing {
  readonly message: EventMessage;
  readonly secrets: readonly string[];
  readonly output: string;
}

function printed({ url, headers, body, now }: Signed, { message, secrets, output }: Printing): string {
  const { method, eventName } = message;
  const text = new TextDecoder().decode(body);
  if (output === "curl") return `${curlOf({ method, url, headers, body: text })}\n`;
  const [secret = null, ...others] = secrets;
  const all = others.length === 0 ? { secret } : { secrets };
  return `${JSON.stringify({ event: eventName, ...all, now, method, url: url === "" ? null : url, headers, body: text }, null, 2)}\n`;
}

interface Sending {
  readonly unsigned: Unsigned;
  readonly secrets: readonly string[];
  readonly flags: Flags;
}

interface Outcome {
  readonly status: number | null;
  readonly reason: string | null;
  readonly milliseconds: number;
  readonly text: string;
}

/** Each time it is signed again, as by a sender that retries. */
async function sendAll(message: EventMessage, sending: Sending, { terminal, asJson }: Output): Promise<ExitCode> {
  const { unsigned, secrets, flags } = sending;
  const outcomes: Outcome[] = [];
  let headers = {};
  for (let count = 0; count < flags.times; count += 1) {
    const delivery = await signed(message, unsigned, secrets);
    const sent = flags.isForged ? forged(message, delivery) : delivery;
    headers = sent.headers;
    const outcome = await post(message.method, sent, flags.seconds);
    outcomes.push(outcome);
    if (!asJson) terminal.out(outcomeText(message.eventName, flags.url, outcome));
  }
  const isGood = flags.isForged ? isRefusal : isAccepted;
  const ok = outcomes.every(isGood);
  const { eventName: event } = message;
  const result = { ok, command: "events", event, url: flags.url, headers, attempts: outcomes };
  if (asJson) terminal.out(`${JSON.stringify(result, null, 2)}\n`);
  else if (flags.isForged && !ok)
    terminal.err("the receiver did not reject the forged delivery with a status from 400 to 499\n");
  return ok ? 0 : 1;
}

function isAccepted({ status }: Outcome): boolean {
  return status !== null && status >= 200 && status < 300;
}

function isRefusal({ status }: Outcome): boolean {
  return status !== null && status >= 400 && status < 500;
}

/** Another body than the one that was signed. */
function forged({ signature }: EventMessage, delivery: Signed): Signed {
  if (signature === null) throw new TypeError("an unsigned event cannot be forged");
  return { ...delivery, body: new TextEncoder().encode(`${new TextDecoder().decode(delivery.body)} `) };
}

async function post(method: string, { url, headers, body }: Signed, seconds: number): Promise<Outcome> {
  const start = performance.now();
  const milliseconds = (): number => Math.round(performance.now() - start);
  const signal = AbortSignal.timeout(seconds * 1000);
  try {
    // Test receivers are on this machine.
    const response = await guardedPost({ url: new URL(url), method, headers, body, allowPrivate: true, signal });
    return { status: response.status, reason: null, milliseconds: milliseconds(), text: response.text };
  } catch (error) {
    const failureReason =
      error instanceof AggregateError ? error.errors.map((one: Error) => one.message).join("; ") : String(error);
    const reason = signal.aborted ? `no complete response within ${seconds} seconds` : failureReason;
    return { status: null, reason, milliseconds: milliseconds(), text: "" };
  }
}

function outcomeText(event: string, url: string, { status, reason, milliseconds, text }: Outcome): string {
  const result = status === null ? `no response: ${reason}` : String(status);
  // Without control characters, for any response of the receiver.
  const responseText = text
    .slice(0, 2000)
    .replaceAll("\r\n", "\n")
    .replaceAll(/[^\P{C}\n\t]/gu, "�")
    .trimEnd();
  return `${event} -> ${url}: ${result}, ${milliseconds} ms\n${responseText === "" ? "" : `${responseText}\n`}`;
}

interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function curlOf({ method, url, headers, body }: CurlRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `  --header ${quoted(`${name}: ${value}`)}`);
  // --data-binary sends the bytes as they are; a body that begins with @ would name a file.
  const data = body.startsWith("@") ? "--data-raw" : "--data-binary";
  return [`curl --request ${method} ${quoted(url)}`, ...lines, `  ${data} ${quoted(body)}`].join(" \\\n");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

export interface Wanted {
  /** In place of a sample. */
  readonly payload?: Json | undefined;
  /** The name of an example. */
  readonly example?: string | undefined;
  /** Other values, made up instead of taken from examples. */
  readonly seed?: number | undefined;
  readonly id?: string | undefined;
}

export type SampleDelivery =
  | {
      readonly ok: true;
      readonly payload: Json;
      /** Those that sign it are missing. */
      readonly headers: Readonly<Record<string, string>>;
      /** Whether the payload is what the description says. */
      readonly isValid: boolean;
    }
  | { readonly ok: false; readonly reason: string };

export function sampleDelivery(message: EventMessage, wanted: Wanted): SampleDelivery {
  const sample = payloadOf(message, wanted);
  if (!sample.ok) return sample;
  const parts = requestPartsOf(message, ({ message: problem }) => {
    throw new TypeError(problem);
  });
  const { contentType, headers: fixed, idHeader } = parts;
  const id = wanted.id ?? `msg_${crypto.randomUUID().replaceAll("-", "")}`;
  const headers = {
    "Content-Type": contentType,
    ...sampledHeaders(message, wanted),
    ...fixed,
    ...(idHeader === null ? {} : { [idHeader]: id }),
  };
  return { ok: true, payload: sample.value, headers, isValid: matches(message.payload, sample.value) };
}

type Payload = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly reason: string };

function payloadOf({ payload, examples }: EventMessage, { payload: requestedPayload, example, seed }: Wanted): Payload {
  if (requestedPayload !== undefined) return { ok: true, value: requestedPayload };
  const matchingExamples = examples.flatMap(({ name, payload: value }) =>
    value === null || (example !== undefined && name !== example) ? [] : [{ name: name ?? "", summary: null, value }],
  );
  const [first] = matchingExamples;
  if (example !== undefined) {
    const names = examples.flatMap(({ name, payload: value }) => (name === null || value === null ? [] : [name]));
    const all = names.length === 0 ? "it has no examples with names" : `available: ${names.join(", ")}`;
    if (first === undefined) return { ok: false, reason: `there is no example ${JSON.stringify(example)}; ${all}` };
    return { ok: true, value: first.value.value as Json };
  }
  const sample = sampleOf(payload, { examples: seed === undefined ? matchingExamples : [], all: true, seed });
  return sample.ok ? sample : { ok: false, reason: sample.reason };
}

/** What the description says about headers, without those that a signature adds. */
function sampledHeaders({ headers, examples, signature }: EventMessage, { seed }: Wanted): Record<string, string> {
  const example = examples.find((one) => one.headers !== null)?.headers?.value;
  const sampled = headers === null ? null : sampleOf(headers, { seed });
  const value: unknown = example ?? (sampled?.ok === true ? sampled.value : {});
  const computedHeaders = [
    signature?.scheme.header,
    signature?.scheme.timestamp?.header,
    "content-type",
    "content-length",
  ];
  const excludedNames = new Set(computedHeaders.map((name) => name?.toLowerCase()));
  const entries: [string, unknown][] = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(
    entries
      .filter(([name]) => !excludedNames.has(name.toLowerCase()))
      .map(([name, text]) => [name, typeof text === "string" ? text : JSON.stringify(text)]),
  );
}
