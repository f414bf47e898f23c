// What the search of this site knows of it: which pages count for more, and what readers call things.
import type { Searched } from "@waybill/docs";

/**
 * By what a reader sees a page as; people look for how something is done before they look for what has all of its words. No one searches
 * the landing page, sources and records of decisions.
 */
export const searched: readonly Searched[] = [
  // For those who ask why, not for those who ask how.
  { label: "Toolkit", weight: 0.8, paths: ["/guides/open-decisions/"] },
  { label: "Guides", weight: 1.6, paths: ["/guides/"] },
  { label: "HTTP API", weight: 1.4, paths: ["/reference/http/", "/reference/authentication/", "/downloads/"] },
  { label: "Events", weight: 1.2, paths: ["/reference/events/"] },
  { label: "Schemas", weight: 0.8, paths: ["/reference/schemas/"] },
  { label: "Changelog", weight: 0.8, paths: ["/toolkit/changelog/"] },
  { label: "Toolkit", weight: 0.8, paths: ["/toolkit/"] },
  { label: "Diagnostics", weight: 0.4, paths: ["/errors/"] },
  { label: "Changelog", weight: 0.8, paths: ["/changelog/"] },
];

/** What readers type -> what the pages call it. A row is for words that people bring along from other APIs. */
export const synonyms: readonly (readonly [typed: RegExp, meant: string])[] = [
  [/\b(?:quickstart|getting started|tutorial|first steps|hello world|install)\b/, "quick start"],
  [/\binstall (?:waybill|the toolkit)\b|\bgenerate (?:types|code|typescript)\b/, "getting started"],
  [/\bcurl\b/, "quick start"],
  [/\b(?:release notes?|what'?s new|what (?:has )?changed|history|news)\b/, "changelog"],
  [/\blife ?cycle\b/, "life cycle"],
  [
    /\b(?:webhooks?|delivery|deliveries|events?) (?:retry|retries|redelivery|lost|missed|missing|not received)\b/,
    "one attempt",
  ],
  [/\bfirst (?:order|call|request)\b/, "quick start"],
  [/\b(?:csv|bulk|import orders?|dashboard|admin)\b/, "customer portal"],
  [/\b(?:sse|server-?sent events|ndjson|json lines)\b/, "sequences"],
  [/\b(?:custom|own) (?:targets?|generators?|templates?)\b|\bplug-?ins?\b/, "write your own target"],
  [/\bwatch(?: mode)?\b|\bon save\b|\bregenerat\w*\b/, "command line"],
  [/\b(?:uploads?|attach\w*|form-?data)\b/, "files multipart"],
  [/\b(?:nullable|nullish|undefined|optional)\b/, "types nullable optional members"],
  [/\b(?:polymorph\w*|oneof|anyof|unions?)\b/, "json schema discriminators"],
  [
    /\b(?:authori[sz]ation|authenticate|api ?keys?|tokens?|credentials?|log ?in|bearer|unauthori[sz]ed|401)\b/,
    "authentication",
  ],
  [/\b(?:base url|endpoint url|host(?:name)?|sandbox|production|environments?)\b/, "base url overview"],
  [/\b(?:throttl\w*|quota|too many requests|429)\b/, "rate limits"],
  [/\b(?:404|400|500|error codes?|exceptions?)\b/, "errors"],
  [/\b(?:duplicates?|idempoten\w*|twice|double|retry(?![- ]after)\w*|retries)\b/, "send an order once"],
  [/\b(?:hmac|sign(?:ed|ing|atures?)?|verif\w*)\b/, "verify webhooks"],
  [/\b(?:call ?backs?|hooks?|listen|notifications?|subscri\w*)\b/, "webhooks"],
  [/\b(?:golang|python|php|ruby|java|flask|django|rails|laravel)\b/, "verify webhooks"],
  [/\bgolang\b/, "go"],
  [/\b(?:javascript|node(?:js)?|sdks?|library)\b/, "typescript client"],
  [/\b(?:paging|paginate|cursors?|next page)\b/, "pagination"],
  [/\b(?:stock|availability)\b/, "inventory"],
  [/\b(?:shipping |delivery |postal )address(?:es)?\b|\brecipients?\b/, "ship to"],
  [/\b(?:remove|unsubscribe)\b/, "delete"],
  [/\b(?:deploy\w*|docker|self[- ]?host\w*|operations?|monitor\w*|backups?)\b/, "running the service"],
  [/\b(?:openapi (?:file|spec|document)|download\w*|swagger file|postman)\b/, "downloads openapi"],
  [/\b(?:breaking|backwards?|compatib\w*|semver)\b/, "versions diff"],
  [/\b(?:fake|stub|test) (?:server|data)\b/, "mock"],
  [/\b(?:llms?|ai|agents?|assistants?)\b/, "waybill mcp tools"],
  [/\b(?:web ?sockets?|mqtt|amqp|kafka|nats|pub ?sub)\b/, "waybill channels"],
  [/\b(?:stop|abort|withdraw|undo)\b/, "cancel"],
  [/\b(?:exhaustive|narrow\w*)\b/, "generated client response"],
  [/\bnext ?js\b/, "next.js"],
  [/\b(?:github actions?|gitlab|pipelines?|continuous integration|pre-?commit)\b/, "in ci"],
  [/\b(?:turborepo|nx|workspaces?|lerna)\b/, "monorepo"],
  [/\b(?:jest|unit tests?|msw|mocking)\b/, "testing with mocks"],
];
