// Turns the URL of a subscription into a verdict: whether deliveries may go there, and the form in which URLs are compared.
import { isIPv4 } from "node:net";
import { setTimeout } from "node:timers/promises";
import { WebhookSubscriptionSchema } from "@fulfillment/validators";
import { objectionToAddress, objectionToHost } from "./forbidden-networks.ts";
import type { Resolve } from "./resolve.ts";

export type UrlVerdict =
  /** `canonical` is the same text for two URLs exactly if they are the same subscription target. */
  | { readonly ok: true; readonly canonical: string }
  /** `reason`: the client gets one message for all of them. */
  | { readonly ok: false; readonly reason: string };

export interface UrlRules {
  /**
   * For development: receivers on this machine and in its networks, with plain `http:` where the URL itself shows that it stays
   * there, since they seldom have a certificate.
   */
  readonly allowPrivate: boolean;
  readonly resolve: Resolve;
  /** How long to wait for the addresses of a name; the check at connect time still comes. 2 s unless given. */
  readonly resolveTimeoutMs?: number;
}

/** Longer than any receiver needs, and short enough for a database to index. */
export const maxUrlLength = 2048;

/** Checks the URL rules (requirements, "Webhook management", rule 3; open decisions webhook-url-syntax and -addresses). */
export async function checkWebhookUrl(text: string, rules: UrlRules): Promise<UrlVerdict> {
  const url = parsedUrl(text);
  if (typeof url === "string") return { ok: false, reason: url };
  const reason = problemOfScheme(url, rules) ?? (rules.allowPrivate ? null : await problemOfHost(url.hostname, rules));
  return reason === null ? { ok: true, canonical: canonicalOf(url) } : { ok: false, reason };
}

/**
 * The URL, or what is wrong with its syntax. Two standards read URLs, and a URL that they read differently leads a checker to
 * one host and a client to another. So it must be one by RFC 3986 and by the URL Standard, with an authority that is no more
 * than a host and a port: by RFC 3986 `https:a.example` and `https:///a.example` have no host at all.
 */
function parsedUrl(text: string): URL | string {
  if (text.length > maxUrlLength) return `it is longer than ${maxUrlLength} characters`;
  if (!isUri(text)) return "it is no absolute URI (RFC 3986)";
  const authority = /^[^:/?#]+:\/\/([^/?#]+)/.exec(text)?.[1];
  if (authority === undefined) return "it has no host";
  if (authority.includes("@")) return "it has a user name or a password";
  if (authority.includes("%")) return "its host is percent-encoded";
  const url = URL.parse(text);
  if (url === null) return "it is not a valid URL (URL Standard)";
  return isHost(url.hostname) ? url : "its host is neither an address nor a name of DNS";
}

/** Responses return the URL as it was sent, so it must be what the description calls a URL there: format `uri`. */
function isUri(text: string): boolean {
  const at = "2025-11-03T14:02:47.120Z";
  const subscription = { id: "", url: text, events: [], active: true, createdAt: at, updatedAt: at };
  return WebhookSubscriptionSchema.safeParse(subscription).success;
}

/**
 * Says whether `hostname`, as the URL Standard has parsed it, is an address or labels of up to 63 characters with 253 in all
 * (RFC 1035, section 2.3.4). Underscores are no error: such names resolve.
 */
function isHost(hostname: string): boolean {
  if (hostname.startsWith("[")) return true;
  const name = hostname.replace(/\.$/, "");
  return name.length <= 253 && name.split(".").every((label) => /^[a-z0-9_-]{1,63}$/.test(label));
}

function problemOfScheme({ protocol, hostname }: URL, { allowPrivate }: UrlRules): string | null {
  if (protocol === "https:") return null;
  if (!allowPrivate || protocol !== "http:") return `it uses ${protocol.slice(0, -1)}, not https`;
  return objectionToHost(hostname) === null ? "it uses http for a host that is not plainly private" : null;
}

async function problemOfHost(hostname: string, rules: UrlRules): Promise<string | null> {
  const objection = objectionToHost(hostname);
  if (objection !== null) return `${hostname} is ${objection}`;
  // An address needs no resolving.
  if (hostname.startsWith("[") || isIPv4(hostname)) return null;
  const addresses = await addressesInTime(hostname, rules);
  for (const address of addresses) {
    const objection = objectionToAddress(address);
    if (objection !== null) return `${hostname} leads to ${address}, which is ${objection}`;
  }
  return null;
}

/** No addresses if there are none yet, or none in time: the name may get some before the first delivery, which checks again. */
async function addressesInTime(hostname: string, rules: UrlRules): Promise<readonly string[]> {
  const timer = new AbortController();
  const late = setTimeout<readonly string[]>(rules.resolveTimeoutMs ?? 2000, [], { signal: timer.signal });
  const lookup = async (): Promise<readonly string[]> => rules.resolve(hostname);
  try {
    return await Promise.race([lookup(), late]);
  } catch {
    return [];
  } finally {
    timer.abort();
  }
}

/** Case in the host, a default port and `..` disappear in parsing (open decision duplicate-url). A fragment is never sent. */
function canonicalOf(url: URL): string {
  const canonical = new URL(url);
  canonical.hash = "";
  return canonical.href;
}
