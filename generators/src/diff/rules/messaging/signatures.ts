// How a delivery is signed: what the scheme requires, however and wherever the extension states it.
import type { Location } from "../../../model/place.ts";
import type { Signature, SignatureScheme, SignedPart } from "../../../model/signature.ts";
import { breaks, inside, loosens, mutual, type Opposites, opposites, type Rule, tightens } from "../../rule.ts";
import { canonicalOf } from "../annotations.ts";
import { formatValue } from "../schema/shown.ts";

/** A message, or the operation of a webhook or callback. */
export interface Signable {
  readonly signature: Signature | null;
  readonly at: Location;
}

const [signatureAdded, signatureRemoved]: Opposites<string> = opposites(
  tightens("signature-added", (scheme: string) => `it is signed with ${scheme}, and was not`, {
    means: {
      request: "Deliveries without a signature are rejected.",
      response: "Receivers can ignore the signature, or verify it.",
    },
  }),
  loosens("signature-removed", (scheme: string) => `it is no longer signed with ${scheme}`, {
    means: {
      request: "Senders that sign are still accepted.",
      response: "Receivers that verify signatures reject every delivery.",
    },
  }),
);

const signatureChanged = mutual<{ what: string; from: string; to: string }>(
  breaks("signature-changed", ({ what, from, to }) => `${what} of its signature is ${to} instead of ${from}`, {
    means: {
      request: "Requests that are signed as before are rejected.",
      response: "Receivers that verify as before reject every delivery.",
    },
  }),
);

const [toleranceLowered, toleranceRaised] = opposites<{ from: string; to: string }>(
  tightens(
    "signature-tolerance-lowered",
    ({ from, to }) => `the maximum age of its signature is ${to} instead of ${from}`,
    {
      means: {
        request: "Requests that take longer than that are rejected.",
        response: "Receivers that verify as before accept everything that arrives.",
      },
    },
  ),
  loosens(
    "signature-tolerance-raised",
    ({ from, to }) => `the maximum age of its signature is ${to} instead of ${from}`,
    {
      means: {
        request: "Everything that was accepted is still accepted.",
        response: "Receivers that verify as before can reject late deliveries.",
      },
    },
  ),
);

export const signatureRule: Rule<Signable> = {
  kinds: [signatureAdded, signatureRemoved, signatureChanged, toleranceLowered, toleranceRaised],
  compare: (base, revision, report) => {
    const at = [placeOf(base), placeOf(revision)] as const;
    const [was, is] = [base.signature?.scheme, revision.signature?.scheme];
    if (was === undefined && is !== undefined) report(signatureAdded, is.algorithm, ...at);
    if (was !== undefined && is === undefined) report(signatureRemoved, was.algorithm, ...at);
    if (was === undefined || is === undefined) return;
    for (const [what, textOf] of Object.entries(aspects)) {
      const [from, to] = [textOf(was), textOf(is)];
      if (from !== to) report(signatureChanged, { what, from, to }, ...at);
    }
    const [before, after] = [toleranceOf(was), toleranceOf(is)];
    if (was.timestamp === null || is.timestamp === null || before === after) return;
    const kind = after < before ? toleranceLowered : toleranceRaised;
    report(kind, { from: ageOf(before), to: ageOf(after) }, ...at);
  },
};

/** Each part of a scheme that both sides have to agree on, as text. The tolerance is compared as a range. */
const aspects: Readonly<Record<string, (scheme: SignatureScheme) => string>> = {
  "the algorithm": ({ algorithm }) => algorithm,
  "the signed content": ({ content, unescaped, bodyHash }) =>
    [
      formatValue(content.map(templateOf).join("")),
      ...(unescaped === "" ? [] : [`with ${formatValue(unescaped)} unescaped`]),
      ...(bodyHash === null ? [] : [`with the hash of the body in ${formatValue(bodyHash)}`]),
    ].join(" "),
  "the encoding": ({ encoding }) => encoding,
  // Names of headers have no case.
  "the header": ({ header }) => header.toLowerCase(),
  "the prefix": ({ prefix }) => formatValue(prefix),
  "the list": ({ list }) => (list === null ? "none" : formatValue(`${list.key}${list.assign}…${list.separator}`)),
  "the timestamp": ({ timestamp }) =>
    timestamp === null
      ? "none"
      : `${timestamp.header?.toLowerCase() ?? `${formatValue(timestamp.key ?? "")} of the list`} in ${timestamp.unit}`,
  "the secret": ({ secret }) =>
    `${secret.encoding}${secret.prefix === "" ? "" : ` after ${formatValue(secret.prefix)}`}`,
};

function templateOf(part: SignedPart): string {
  if ("literal" in part) return part.literal;
  return "header" in part ? `{header:${part.header.toLowerCase()}}` : `{${part.use}}`;
}

function toleranceOf({ timestamp }: SignatureScheme): number {
  return timestamp?.tolerance ?? Number.POSITIVE_INFINITY;
}

function ageOf(seconds: number): string {
  return seconds === Number.POSITIVE_INFINITY ? "unlimited" : `${seconds} seconds`;
}

function placeOf({ signature, at }: Signable): Location {
  return signature?.at ?? inside(at, "x-waybill-signature");
}

/** The extensions of two things, without the one that `signatureRule` reports. */
export function extensionsBeside<Thing extends Signable & { readonly extensions: Extensions }>(
  thing: Thing,
  other: Signable,
): Thing {
  if (canonicalOf(thing.signature?.scheme ?? null) === canonicalOf(other.signature?.scheme ?? null)) return thing;
  const { "x-waybill-signature": _, ...extensions } = thing.extensions;
  return { ...thing, extensions };
}

type Extensions = Readonly<Record<string, unknown>>;
