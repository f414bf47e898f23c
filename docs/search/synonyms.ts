// What readers call things -> what the pages call them. A row is for words that people bring along from other APIs.

const synonyms: readonly (readonly [typed: RegExp, meant: string])[] = [
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

export interface Synonym {
  /** The part of the text that is called something else here. */
  readonly typed: string;
  readonly meant: string;
}

/** For a text in lower case. */
export function synonymsIn(text: string): Synonym[] {
  return synonyms.flatMap(([pattern, meant]) => {
    const typed = pattern.exec(text)?.[0];
    return typed === undefined ? [] : [{ typed, meant }];
  });
}
