// The limits of the description -> where documentation states one of them, and with another number.
import type { Claim } from "./claim.ts";
import type { Facts } from "./facts.ts";
import type { Passage } from "./passages.ts";

export interface Limit {
  readonly name: string;
  /** Where the value comes from, from `spec/`. */
  readonly source: string;
  readonly value: (facts: Facts) => number;
  /** The number, captured, with its unit. */
  readonly stated: RegExp;
  /** What the sentence has to be about. */
  readonly about: RegExp;
  /** What the sentence must not be about: other things are measured in the same unit. */
  readonly notAbout?: RegExp;
}

const number = String.raw`(\d[\d,_]*|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty)`;
const rateLimit = "openapi.yaml";
const limitOf = (key: string) => `info/x-waybill-rate-limit/${key}`;

/** A row each; the numbers themselves are in the description alone. */
export const limits: readonly Limit[] = [
  {
    name: "request budget",
    source: `${rateLimit}#/${limitOf("budget")}`,
    value: ({ number: at }) => at(rateLimit, limitOf("budget")),
    stated: new RegExp(`${number}\\s+requests`, "i"),
    about: /\b(?:budget|window|hours|IP)\b/i,
    notAbout: /\bper second\b|against a budget/,
  },
  {
    name: "rate-limit window, in hours",
    source: `${rateLimit}#/${limitOf("windowSeconds")}`,
    value: ({ number: at }) => at(rateLimit, limitOf("windowSeconds")) / 3600,
    stated: new RegExp(`${number}[\\s-]hours?`, "i"),
    about: /\b(?:budget|window|requests?)\b/i,
  },
  {
    name: "number of rate-limit headers",
    source: `${rateLimit}#/components/headers`,
    value: ({ count }) => count(rateLimit, "components/headers"),
    stated: new RegExp(`${number}\\s+(?:rate-limit\\s+)?headers`, "i"),
    about: /\brate.limit|\bresponse\b|how much is left/i,
    notAbout: /delivery|signature|X-Webhook/i,
  },
  {
    name: "number of delivery headers",
    source: "schemas/webhook-headers.yaml#/properties",
    value: ({ count }) => count("schemas/webhook-headers.yaml", "properties"),
    stated: new RegExp(`${number}\\s+headers`, "i"),
    about: /\bdeliver|\bsignWebhook|\bPOST\b.*JSON body/i,
    notAbout: /rate.limit|besides/i,
  },
  {
    name: "length of a key, in characters",
    source: "openapi.yaml#/components/securitySchemes/bearer/x-waybill-api-key/length",
    value: ({ number: at }) => at("openapi.yaml", "components/securitySchemes/bearer/x-waybill-api-key/length"),
    stated: new RegExp(`${number}[\\s-]char\\w*`, "i"),
    about: /\bkeys?\b/i,
    notAbout: /secret/i,
  },
  {
    name: "delivery timeout, in seconds",
    source: "asyncapi.yaml#/operations/deliver/x-waybill-delivery/timeoutSeconds",
    value: ({ number: at }) => at("asyncapi.yaml", "operations/deliver/x-waybill-delivery/timeoutSeconds"),
    stated: new RegExp(
      `(?:within|after|more than|waits(?:\\s+for)?|timeout(?:\\s+of)?|\\()\\s*${number}(?:[\\s-]seconds?|,|$)`,
      "i",
    ),
    about: /\b(?:accept\w*|attempts?|dropped|service waits|delivery|not reached)\b/i,
    notAbout: /killed|lease|claimed|redis|store/i,
  },
  {
    name: "recommended tolerance of timestamps, in minutes",
    source: "asyncapi.yaml#/components/securitySchemes/signature/x-waybill-signature/tolerance/seconds",
    value: ({ number: at }) =>
      at("asyncapi.yaml", "components/securitySchemes/signature/x-waybill-signature/tolerance/seconds") / 60,
    stated: new RegExp(`${number}[\\s-]minutes?`, "i"),
    about: /\btimestamps?\b/i,
  },
  {
    name: "recommended tolerance of timestamps, in seconds",
    source: "asyncapi.yaml#/components/securitySchemes/signature/x-waybill-signature/tolerance/seconds",
    value: ({ number: at }) =>
      at("asyncapi.yaml", "components/securitySchemes/signature/x-waybill-signature/tolerance/seconds"),
    stated: new RegExp(`toleranceSeconds\`?[^\\d]*${number}`),
    about: /toleranceSeconds/,
  },
  {
    name: "default of page_size",
    source: "paths/inventory.yaml#/list/get/parameters/1/schema/default",
    value: ({ number: at }) => at("paths/inventory.yaml", "list/get/parameters/1/schema/default"),
    stated: new RegExp(`page_size\`?[^;|]*?default\\s+(?:of\\s+)?${number}`),
    about: /page_size/,
  },
  {
    name: "maximum of page_size",
    source: "paths/inventory.yaml#/list/get/parameters/1/schema/maximum",
    value: ({ number: at }) => at("paths/inventory.yaml", "list/get/parameters/1/schema/maximum"),
    stated: new RegExp(`page_size\`?[^;|]*?(?:at most|max(?:imum)?|over|up to)\\s+${number}`),
    about: /page_size/,
  },
  {
    name: "default of limit",
    source: "openapi.yaml#/components/parameters/Limit/schema/default",
    value: ({ number: at }) => at("openapi.yaml", "components/parameters/Limit/schema/default"),
    stated: new RegExp(`\`limit\`\\s+\\(default\\s+${number}`),
    about: /`limit`/,
  },
  {
    name: "default of offset",
    source: "openapi.yaml#/components/parameters/Offset/schema/default",
    value: ({ number: at }) => at("openapi.yaml", "components/parameters/Offset/schema/default"),
    stated: new RegExp(`\`offset\`\\s+\\(default\\s+${number}`),
    about: /`offset`/,
  },
  {
    name: "number of events to subscribe to",
    source: "schemas/webhook-event-name.yaml#/enum",
    value: ({ count }) => count("schemas/webhook-event-name.yaml", "enum"),
    stated: new RegExp(`${number}\\s+(?:subscribable\\s+)?(?:events|objects)`, "i"),
    about: /\b(?:subscri\w*|catalog)\b|`category`/i,
  },
];

export function limitClaims(passage: Passage, facts: Facts): Claim[] {
  if (passage.kind !== "prose") return [];
  return [...limits, ...lengthLimits(facts)].flatMap(({ name, source, value, stated, about, notAbout }) => {
    if (!about.test(passage.text) || notAbout?.test(passage.text) === true) return [];
    return [...passage.text.matchAll(new RegExp(stated, `${stated.flags}g`))].flatMap(
      ({ 0: said, 1: written = "", index }) => {
        const [is, has] = [numberOf(written), value(facts)];
        const problem = is === has ? null : `the ${name} is ${has} (spec/${source})`;
        return [{ offset: index, said: said.trim(), limit: name, problem }];
      },
    );
  });
}

/** `firstName` of 1-100 characters: every property of `shipTo` with a length, where it is named with one. */
function lengthLimits({ lengths }: Facts): Limit[] {
  return [...lengths].map(([property, { max }]) => ({
    name: `length of ${property}, in characters`,
    source: `schemas/ship-to.yaml#/properties/${property}/maxLength`,
    value: () => max,
    stated: new RegExp(`(?:\\d+\\s*[-–]\\s*|at most\\s+|up to\\s+|max\\s+|of\\s+)?${number}\\s+char\\w*`, "i"),
    about: new RegExp(`\`(?:shipTo\\.)?${property}\``),
  }));
}

const words = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const more: Readonly<Record<string, number>> = { twelve: 12, twenty: 20, thirty: 30 };

function numberOf(written: string): number {
  const at = words.indexOf(written.toLowerCase());
  return at !== -1 ? at : (more[written.toLowerCase()] ?? Number(written.replaceAll(/[,_]/g, "")));
}
