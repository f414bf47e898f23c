// What the search of this site knows of it: which pages count for more, and what readers call things.

/** By what a reader sees a page as. People look for how something is done before they look for what has all of its words. */
export const boosts = {
  Guides: 1.6,
  "HTTP API": 1.4,
  Events: 1.2,
  Schemas: 0.8,
  Toolkit: 0.8,
  Diagnostics: 0.4,
  Changelog: 0.8,
} as const;

export type Kind = keyof typeof boosts;

/** What readers type -> what the pages call it. A row is for words that people bring along from other APIs. */
export const synonyms: readonly (readonly [typed: RegExp, meant: string])[] = [
  [/\b(?:getting started|tutorial|first steps|hello world|install)\b/, "quick start"],
  [/\b(?:release notes?|what'?s new|history|news)\b/, "changelog"],
  [/\b(?:api ?keys?|tokens?|credentials?|log ?in|bearer|unauthori[sz]ed|401)\b/, "authentication"],
  [/\b(?:base url|endpoint url|host(?:name)?|sandbox|production|environments?)\b/, "base url overview"],
  [/\b(?:throttl\w*|quota|too many requests|429)\b/, "rate limits"],
  [/\b(?:404|400|500|error codes?|exceptions?)\b/, "errors"],
  [/\b(?:duplicates?|idempoten\w*|twice|double)\b/, "twice retrying create order"],
  [/\b(?:hmac|sign(?:ed|ing|atures?)?|verif\w*)\b/, "verify webhooks"],
  [/\b(?:call ?backs?|hooks?|listen|notifications?|subscri\w*)\b/, "webhooks"],
  [/\b(?:golang|python|php|ruby|java|flask|django|rails|laravel)\b/, "verify webhooks"],
  [/\bgolang\b/, "go"],
  [/\b(?:javascript|node(?:js)?|sdks?|library)\b/, "typescript client"],
  [/\b(?:paging|paginate|cursors?|next page)\b/, "pagination"],
  [/\b(?:stock|availability)\b/, "inventory"],
  [/\b(?:remove|unsubscribe)\b/, "delete"],
  [/\b(?:deploy\w*|docker|self[- ]?host\w*|operations?|monitor\w*|backups?)\b/, "running the service"],
  [/\b(?:openapi file|download\w*|swagger file|postman)\b/, "downloads openapi"],
  [/\b(?:breaking|backwards?|compatib\w*|semver)\b/, "versions diff"],
  [/\b(?:fake|stub|test) (?:server|data)\b/, "mock"],
  [/\bnext ?js\b/, "next.js"],
  [/\b(?:github actions?|gitlab|pipelines?|continuous integration|pre-?commit)\b/, "in ci"],
  [/\b(?:turborepo|nx|workspaces?|lerna)\b/, "monorepo"],
  [/\b(?:jest|unit tests?|msw|mocking)\b/, "testing with mocks"],
];
