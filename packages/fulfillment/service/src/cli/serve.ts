// `fulfillment serve`: its options -> the settings of a service, which then runs until it is stopped.
import { resolve } from "node:path";
import { type Command, InvalidArgumentError, type Option } from "commander";
import { defaultMaxSubscriptions } from "../domain/subscriptions.ts";
import { isLoopback } from "../http/client-address.ts";
import { type LogLevel, logLevels } from "../operation/logger.ts";
import type { PortalSettings, ServiceSettings } from "../operation/settings.ts";
import { ownPages } from "../portal/pages.ts";
import { maxWindowMs } from "../rate-limit/sliding-log.ts";
import { sealingKeyFile, sealingKeyVariable } from "../secrets/sealing-key.ts";
import { UsageError } from "./failure.ts";
import { option, textOption, wholeNumber } from "./options.ts";
import { storageSettingsOf } from "./storage.ts";
import type { Terminal } from "./terminal.ts";
import { localNetworks, trustedProxies } from "./trusted-proxies.ts";

/** The one setting that is not an option. */
export const sealingKeyText: string = `
${sealingKeyVariable}: the key that encrypts signing secrets in the database, 64 hexadecimal digits. Without it
the service creates ${sealingKeyFile} in its data directory. There is no flag for it, because other users can read command lines.`;

const largestPort = 65_535;
const longestWindow = maxWindowMs / 1000;

interface ServeOptions {
  readonly host: string;
  readonly port: number;
  readonly redisUrl?: string;
  readonly rateLimit: number;
  readonly rateWindow: number;
  readonly maxSubscriptions: number;
  /** `true`: no value was given. */
  readonly trustProxy?: readonly string[] | true;
  readonly allowPrivateWebhookTargets?: true;
  readonly docs?: string;
  readonly publicUrl?: string;
  readonly portalPort: number | "off";
  readonly portalHost: string;
  readonly portalOrigin?: string;
  readonly portalPages?: string;
  readonly portalImages?: string;
  readonly metricsHost: string;
  readonly metricsPort: number | "off";
  readonly logLevel: LogLevel;
}

export function addServeCommand(program: Command, terminal: Terminal): void {
  const serve = program
    .command("serve")
    .description(
      "Serve /v1 and deliver events, until SIGTERM or SIGINT. When ready, it prints one line of JSON on stdout:\n" +
        '{"listening":"http://127.0.0.1:8080"}. Its log is JSON lines on stderr.',
    )
    .summary("serve /v1 and deliver events");
  serve.addHelpText("after", sealingKeyText);
  serve.action(async (_options: object, command: Command) => {
    const options = command.optsWithGlobals<ServeOptions>();
    const settings = settingsOf(options, command, terminal);
    // Other commands start faster without a server.
    const { runService } = await import("./run-service.ts");
    await runService(settings, options.logLevel, terminal);
  });
}

/** Options of the program: every command takes them, so that one set of flags and variables does for a whole deployment. */
export function serveOptions(): Option[] {
  return [...listenOptions(), ...limitOptions(), ...portalOptions(), ...operationOptions()];
}

function listenOptions(): Option[] {
  return [
    option("--port <number>", "the port to listen on; 0 picks a free one")
      .default(8080)
      .argParser(wholeNumber(0, largestPort)),
    textOption("--host <address>", "the address to listen on; 0.0.0.0 for all addresses of this machine").default(
      "127.0.0.1",
    ),
    option(
      "--redis-url <url>",
      "Redis that holds the shared rate limit when several instances run, such as redis://host:6379",
    ).argParser(redisUrl),
    option(
      "--public-url <url>",
      "public address of /v1, such as https://api.example.com, which the portal shows",
    ).argParser(publicUrl),
    textOption("--docs <directory>", "also serve the built docs in this folder, at /"),
  ];
}

function limitOptions(): Option[] {
  return [
    option("--rate-limit <number>", "requests that a client may make per window")
      .default(1000)
      .argParser(wholeNumber(1)),
    option("--rate-window <seconds>", "length of the window").default(86_400).argParser(wholeNumber(1, longestWindow)),
    option("--max-subscriptions <number>", "maximum number of webhook subscriptions of an account")
      .default(defaultMaxSubscriptions)
      .argParser(wholeNumber(1)),
    option(
      "--trust-proxy [whose]",
      "proxies whose X-Forwarded-For is trusted: addresses, networks, or loopback, linklocal and uniquelocal, separated by commas; without a value, these three",
    ).argParser(trustedProxies),
    option("--allow-private-webhook-targets", "for development only: allow webhooks to this machine and its networks"),
  ];
}

function portalOptions(): Option[] {
  return [
    option("--portal-port <number>", "port of the customer portal; 0 picks a free one, off disables the portal")
      .default("off")
      .argParser(portOrOff),
    textOption("--portal-host <address>", "the address to serve the portal on").default("127.0.0.1"),
    option(
      "--portal-origin <url>",
      "public address of the portal, such as https://portal.example.com; required unless it is on loopback",
    ).argParser(portalOrigin),
    textOption("--portal-pages <directory>", "folder with other built pages of the portal"),
    textOption("--portal-images <directory>", "folder with <account>/logo.svg and <account>/<SKU>.jpg for recipients"),
  ];
}

/** Behind a proxy that ends TLS: the cookie of a session must not travel in the clear. */
function portalOrigin(text: string): string {
  const url = URL.parse(text);
  const isLocal = url !== null && isLoopback(url.hostname);
  if (url !== null && url.origin === text.replace(/\/$/, "") && (url.protocol === "https:" || isLocal))
    return url.origin;
  throw new InvalidArgumentError("Expected an origin such as https://portal.example.com.");
}

function publicUrl(text: string): string {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, "")) return url.origin;
  throw new InvalidArgumentError("Expected an origin such as https://api.example.com.");
}

function operationOptions(): Option[] {
  return [
    option("--metrics-port <number>", "port of Prometheus metrics; 0 picks a free one, off disables metrics")
      .default(9464)
      .argParser(portOrOff),
    textOption("--metrics-host <address>", "the address to serve metrics on").default("127.0.0.1"),
    option("--log-level <level>", "the lowest level to log").choices(logLevels).default("info"),
  ];
}

/** A URL may hold a password, so no message repeats it. */
function redisUrl(text: string): string {
  const url = URL.parse(text);
  if (url !== null && (url.protocol === "redis:" || url.protocol === "rediss:") && url.host !== "") return text;
  throw new UsageError(
    "--redis-url (FULFILLMENT_REDIS_URL) must look like redis://host:6379, or rediss://host:6379 for TLS",
  );
}

function portOrOff(text: string): number | "off" {
  return text === "off" ? text : wholeNumber(0, largestPort)(text);
}

function settingsOf(options: ServeOptions, command: Command, { environment }: Terminal): ServiceSettings {
  const allowPrivateTargets = options.allowPrivateWebhookTargets === true;
  if (allowPrivateTargets && environment["NODE_ENV"] === "production") {
    throw new UsageError(
      "--allow-private-webhook-targets is for development only and cannot be used with NODE_ENV=production",
    );
  }
  return {
    ...storageSettingsOf(command),
    host: options.host,
    port: options.port,
    redisUrl: options.redisUrl ?? null,
    rateLimit: options.rateLimit,
    rateWindowSeconds: options.rateWindow,
    maxSubscriptions: options.maxSubscriptions,
    trustProxy: options.trustProxy === true ? localNetworks : (options.trustProxy ?? []),
    allowPrivateTargets,
    metrics: metricsOf(options, command),
    docsDirectory: options.docs ?? null,
    publicUrl: options.publicUrl ?? null,
    portal: portalOf(options),
    secretKey: environment[sealingKeyVariable],
  };
}

function portalOf({
  portalPort: port,
  portalHost: host,
  portalOrigin: origin,
  portalPages: pages,
  portalImages: images,
}: ServeOptions): PortalSettings | null {
  if (port === "off") return null;
  if (origin === undefined && !isLoopback(host)) {
    throw new UsageError(
      `--portal-host ${host} needs --portal-origin: passwords and sessions must not be sent unencrypted, so put a TLS proxy in front and give its address, such as https://portal.example.com`,
    );
  }
  return {
    host,
    port,
    origin: origin ?? null,
    pages: pages === undefined ? ownPages() : resolve(pages),
    images: images === undefined ? null : resolve(images),
  };
}

/** A port that someone asked for has to be free; the usual one may belong to another service on this machine. */
function metricsOf(
  { metricsHost: host, metricsPort: port }: ServeOptions,
  command: Command,
): ServiceSettings["metrics"] {
  if (port === "off") return null;
  const isExplicit = ["metricsPort", "metricsHost"].some(
    (name) => command.getOptionValueSourceWithGlobals(name) !== "default",
  );
  return { host, port, required: isExplicit };
}
