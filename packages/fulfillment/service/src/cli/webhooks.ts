// `fulfillment webhooks send`: a signed delivery of an example event to any URL, to test a receiver.
import { readFile } from "node:fs/promises";
import type { WebhookHeaders } from "@fulfillment/types";
import type { WebhookEvent } from "@fulfillment/webhooks";
import {
  createDelivery,
  createEvent,
  type EventData,
  type ExampleEventName,
  type ExampleName,
  exampleEventNames,
  exampleNamesOf,
} from "@fulfillment/webhooks/testing";
import { Argument, type Command } from "commander";
import { Failure, failureText, UsageError } from "./failure.ts";
import { option, textOption, wholeNumber } from "./options.ts";
import { type DeliveryToSend, type SendOutcome, sendDelivery } from "./send-delivery.ts";
import { printJson, type Terminal } from "./terminal.ts";

interface SendOptions {
  readonly to: string;
  readonly secret: string;
  readonly example?: string;
  readonly eventData?: string;
  readonly badSignature?: true;
  readonly timestamp?: number;
  readonly repeat: number;
  readonly json?: true;
}

export function addWebhookCommands(program: Command, terminal: Terminal): void {
  const webhooks = program
    .command("webhooks")
    .description("Test a webhook receiver without a subscription.")
    .summary("test a webhook receiver");
  webhooks
    .command("send")
    .description("Send an example of an event to a receiver, signed as the service signs it. Needs no database.")
    .summary("send an example of an event to a receiver")
    .addArgument(new Argument("<event>", "which event").choices(exampleEventNames))
    .addOption(
      option("--to <url>", "the receiver's URL, such as http://localhost:3000/hook")
        .makeOptionMandatory()
        .argParser(receiverUrl),
    )
    .addOption(textOption("--secret <secret>", "the signing secret").makeOptionMandatory())
    .addOption(textOption("--example <name>", "name of the example to send; default: the first"))
    .addOption(
      textOption("--event-data <json>", "members that replace those of the example's data: a JSON object, or @file"),
    )
    .addOption(
      option("--timestamp <seconds>", "time of the signature in Unix seconds; default: now").argParser(wholeNumber(0)),
    )
    .addOption(option("--repeat <number>", "number of times to send it").default(1).argParser(wholeNumber(1, 1000)))
    .addOption(option("--bad-signature", "send an invalid signature; succeeds if the receiver responds with 4xx"))
    .addOption(option("--json", "print one JSON object"))
    .addHelpText("after", "\nA receiver accepts a delivery by returning a 2xx status within 10 seconds.")
    .action((event: ExampleEventName, options: SendOptions, command: Command) => {
      checkStorageOption(command);
      return send(event, options, terminal);
    });
}

/** The URL may hold a secret of its own, so no message repeats it. */
function receiverUrl(text: string): string {
  const url = URL.parse(text);
  const isWeb = url !== null && (url.protocol === "http:" || url.protocol === "https:");
  if (!isWeb) throw new UsageError("--to (FULFILLMENT_TO) must look like http://localhost:3000/hook");
  if (url.username === "" && url.password === "") return url.href;
  throw new UsageError("--to (FULFILLMENT_TO) must not contain a user name or password: the service sends none");
}

/** Every command takes the directory of the database. Nothing is sent when the value given for it was meant for the event. */
function checkStorageOption(command: Command): void {
  const { data } = command.optsWithGlobals<{ readonly data?: string }>();
  if (data === undefined || !/^\s*[{@]/.test(data)) return;
  throw new UsageError("--data names the directory of the database: did you mean --event-data?");
}

/** Each delivery is signed when it is sent, as those of an event that fires again are. */
async function send(name: ExampleEventName, options: SendOptions, terminal: Terminal): Promise<void> {
  const { to: url, secret, timestamp, repeat, badSignature = false } = options;
  const example = exampleIn(name, options.example);
  const data = await readEventData(name, example, options.eventData);
  warnOfUnknownMembers(name, { example, data }, terminal);
  const attempts: Attempt[] = [];
  for (let count = 0; count < repeat; count += 1) {
    const signedDelivery = await createDelivery(name, { secret, data, example, timestamp, now: terminal.now });
    const { event, rawBody } = signedDelivery;
    const headers = badSignature ? wronglySigned(signedDelivery.headers) : signedDelivery.headers;
    const delivery = { url, headers, rawBody };
    if (options.json !== true && count === 0) terminal.out(deliveryText(delivery));
    const outcome = await sendDelivery(delivery, terminal);
    if (options.json !== true) terminal.out(outcomeText(outcome));
    attempts.push({ event, headers, outcome });
  }
  if (options.json === true) printJson(terminal, resultOf(url, attempts));
  const wanted = badSignature ? isRefused : isAccepted;
  const failed = attempts.filter(({ outcome }) => !wanted(outcome));
  if (failed[0] === undefined) return;
  const text = badSignature ? refusalFailureOf(failed[0].outcome) : failureOf(failed[0].outcome);
  throw new Failure(countText(failed.length, repeat, badSignature) + text);
}

/** Another digit in place of the last: it has the form of a signature, and is none of this delivery. */
function wronglySigned(headers: WebhookHeaders): WebhookHeaders {
  const signature = headers["X-Webhook-Signature"];
  return { ...headers, "X-Webhook-Signature": signature.slice(0, -1) + (signature.endsWith("0") ? "1" : "0") };
}

function exampleIn(name: ExampleEventName, wanted: string | undefined): ExampleName<ExampleEventName> | undefined {
  const names: readonly ExampleName<ExampleEventName>[] = exampleNamesOf(name);
  const example = names.find((one) => one === wanted);
  if (example !== undefined || wanted === undefined) return example;
  throw new UsageError(`--example: ${name} has no example ${JSON.stringify(wanted)}. Available: ${names.join(", ")}.`);
}

interface Wanted {
  readonly example: ExampleName<ExampleEventName> | undefined;
  readonly data: Data;
}

/** The service may send undescribed members, so a member that is not in the example may be intended. */
function warnOfUnknownMembers(name: ExampleEventName, { example, data }: Wanted, terminal: Terminal): void {
  const known = Object.keys(createEvent(name, {}, { example }).data);
  const strangers = Object.keys(data).filter((member) => !known.includes(member));
  if (strangers.length === 0) return;
  const which = `${strangers.map((member) => JSON.stringify(member)).join(", ")}; it has ${known.join(", ")}`;
  terminal.err(`fulfillment: warning: sent, but the example of ${name} has no ${which}\n`);
}

interface Attempt {
  readonly event: WebhookEvent;
  readonly headers: WebhookHeaders;
  readonly outcome: SendOutcome;
}

/** Valid for the event, or a `UsageError` that names the field. */
async function readEventData(
  name: ExampleEventName,
  example: ExampleName<ExampleEventName> | undefined,
  text: string | undefined,
): Promise<Data> {
  if (text === undefined) return {};
  const data = objectIn(text.startsWith("@") ? await readText(text.slice(1)) : text);
  try {
    createEvent(name, data, { example });
    return data;
  } catch (error) {
    throw new UsageError(`--event-data: ${failureText(error)}`, { cause: error });
  }
}

type Data = Partial<EventData<ExampleEventName>>;

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new Failure(`cannot read ${file}: ${failureText(error)}`, { cause: error });
  }
}

function objectIn(text: string): object {
  const value = parsedOrNull(text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new UsageError(
    `--event-data must be a JSON object such as {"orderId":"ord_1"}, or @ and the name of a file that contains one`,
  );
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isAccepted(outcome: SendOutcome): boolean {
  return "status" in outcome && outcome.status >= 200 && outcome.status <= 299;
}

/** As a receiver refuses: a failure of its own, or a redirection, is no verdict. */
function isRefused(outcome: SendOutcome): boolean {
  return "status" in outcome && outcome.status >= 400 && outcome.status <= 499;
}

function resultOf(url: string, attempts: readonly Attempt[]): object {
  const [first] = attempts;
  return { url, event: first?.event, attempts: attempts.map(({ headers, outcome }) => ({ headers, ...outcome })) };
}

function deliveryText({ url, headers, rawBody }: DeliveryToSend): string {
  const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}\n`);
  return `POST ${url}\n${lines.join("")}\n${rawBody}\n`;
}

function outcomeText(outcome: SendOutcome): string {
  if ("error" in outcome) return `\nNo response after ${outcome.durationMs} ms: ${outcome.error}\n`;
  const { status, durationMs, response, cut } = outcome;
  const responseText = response === "" ? "" : `${printable(response).trimEnd()}${cut ? "\n(truncated)" : ""}\n`;
  return `\n${status} after ${durationMs} ms\n${responseText}`;
}

/** Without control characters, for any response of the receiver. */
function printable(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(/[^\P{C}\n\t]/gu, "\ufffd");
}

function countText(failed: number, sent: number, badSignature: boolean): string {
  const what = badSignature ? "rejected" : "accepted";
  return sent === 1 ? "" : `${failed} of ${sent} deliveries ${failed === 1 ? "was" : "were"} not ${what}; the first: `;
}

function failureOf(outcome: SendOutcome): string {
  if ("error" in outcome) return `the receiver did not respond: ${outcome.error}`;
  return `the receiver responded with ${outcome.status}; only 2xx accepts a delivery`;
}

function refusalFailureOf(outcome: SendOutcome): string {
  if (isAccepted(outcome))
    return "the receiver accepted a delivery with an invalid signature: check that it verifies signatures";
  if ("error" in outcome) return failureOf(outcome);
  return `the receiver responded with ${outcome.status}; it must reject an invalid signature with 4xx, preferably 401`;
}
