// Documentation -> its claims about the API: names (routes, events, headers, operations, schemas, codes, links), and the statuses of an
// operation.
import { nearest } from "../../../generators/src/diagnostics/index.ts";
import { type DescribedOperation, type Facts, nameOf } from "./facts.ts";
import { type Passage, spansOf } from "./passages.ts";

/** What the documentation says of the API. */
export interface Claim {
  /** In the text of the passage. */
  readonly offset: number;
  /** As it is written. */
  readonly said: string;
  /** What the description has instead, in words; `null` when the claim holds. */
  readonly problem: string | null;
}

/** Names that are valid besides those of the description. */
export interface Surroundings {
  /** Every word of the source code, so that `createClient` is not read as an operation. */
  readonly words: ReadonlySet<string>;
  /** Codes of diagnostics and ids of open decisions. */
  readonly codes: readonly string[];
  readonly exists: (file: string) => boolean;
}

const methods = "GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE";

/** `GET /v1/orders/{orderId}`, and `/v1/...` alone or in a URL; not the routes of the portal, which has a description of its own. */
export function routeClaims({ text, kind }: Passage, { operations }: Facts): Claim[] {
  const pattern = new RegExp(
    `(?:\\b(${methods})\\s+\`?)?(?:https?://[\\w.:{}-]+)?(?<!/(?:portal|redeem|landing))(/v1(?:/[\\w{}$.…%-]+)+)`,
    "g",
  );
  return [...text.matchAll(pattern)].flatMap(({ 0: said, 1: method, 2: written = "", index }) => {
    const path = written.replace(/[.…]+$/, "");
    const wanted = method ?? (kind === "sh" ? curlMethod(text, index) : null);
    return [
      { offset: index, said: method === undefined ? path : said, problem: routeProblem(operations, path, wanted) },
    ];
  });
}

function routeProblem(operations: readonly DescribedOperation[], path: string, method: string | null): string | null {
  const there = operations.filter((operation) => matches(operation.path, path));
  if (there.length === 0) {
    const near = nearest(
      path,
      operations.map((operation) => operation.path),
    );
    return unknown(path, "path of the description", near);
  }
  if (method === null || there.some((operation) => operation.method === method)) return null;
  return `${path} has no ${method}: it has ${there.map((operation) => operation.method).join(", ")}`;
}

/** A literal segment matches a parameter only when it looks like an id: `list` misspelt is no order. */
function matches(template: string, path: string): boolean {
  const [own, given] = [template.split("/"), path.split("/")];
  return (
    own.length === given.length &&
    own.every((segment, at) => segment === given[at] || (segment.startsWith("{") && /[\d_$…]/.test(given[at] ?? "")))
  );
}

/** Of a curl command, by its options; `null` when the line holds no curl. */
function curlMethod(text: string, offset: number): string | null {
  const start = text.lastIndexOf("curl", offset);
  if (start === -1) return null;
  const command = /^(?:.*\\\n)*.*/.exec(text.slice(start))?.[0] ?? "";
  if (offset > start + command.length) return null;
  return (
    /\s(?:-X|--request)\s+(\w+)/.exec(command)?.[1] ?? (/\s(?:-d|--data\S*|--json)\s/.test(command) ? "POST" : "GET")
  );
}

/** Whole code spans, texts in code, words of commands, and words in prose that cannot be members of a variable. */
export function eventClaims(passage: Passage, { events }: Facts): Claim[] {
  const families = [...new Set(events.map((event) => event.split(".")[0]))].join("|");
  const name = `(?:${families})\\.[a-z][a-z_]*`;
  const pattern = {
    prose: new RegExp(`(?<=[\`"])${name}(?=[\`":])|(?<![\\w./\`"])${name}(?![\\w./(\`"-])`, "g"),
    ts: new RegExp(`(?<=["'])${name}(?=["'])`, "g"),
    sh: new RegExp(`(?<=[\\s"'])${name}(?=["'\\s]|$)`, "g"),
    other: new RegExp(`(?<=[\\s"'])${name}(?=["'\\s]|$)`, "g"),
  }[passage.kind];
  const found = [...passage.text.matchAll(pattern)].filter(({ 0: said }) => !/\.(?:md|ya?ml|json|csv|ts)$/.test(said));
  return found.map(({ 0: said, index }) => ({
    offset: index,
    said,
    problem: events.includes(said) ? null : unknown(said, "event of the description", nearest(said, events)),
  }));
}

/** Set by proxies, and no part of the API. */
const foreignHeaders = new Set(["X-Forwarded-For"]);

export function headerClaims({ text }: Passage, { headers }: Facts): Claim[] {
  return [...text.matchAll(/(?<![\w-])(?:X-[A-Z][A-Za-z-]*|RateLimit-[A-Za-z-]*)/g)]
    .filter(({ 0: said }) => !foreignHeaders.has(said))
    .map(({ 0: said, index }) => {
      const known = said.endsWith("-") ? headers.some((one) => one.startsWith(said)) : headers.includes(said);
      return {
        offset: index,
        said,
        problem: known ? null : unknown(said, "header of the description", nearest(said, headers)),
      };
    });
}

/** A verb that operations begin with, and a noun: an operation, or something of the source code. */
export function operationClaims(passage: Passage, { operations }: Facts, { words }: Surroundings): Claim[] {
  const ids = operations.map(({ id }) => id);
  const verbs = [...new Set(ids.map((id) => /^[a-z]+/.exec(id)?.[0]))].join("|");
  return spanClaims(passage, new RegExp(`^(?:${verbs})[A-Z]\\w*$`), (said) =>
    ids.includes(said) || words.has(said) ? null : unknown(said, "operation of the description", nearest(said, ids)),
  );
}

/** Two capitalised words or more in one: a schema, or something of the source code. */
export function schemaClaims(passage: Passage, { schemas }: Facts, { words }: Surroundings): Claim[] {
  return spanClaims(passage, /^(?:[A-Z][a-z0-9]+){2,}$/, (said) =>
    schemas.includes(said) || words.has(said)
      ? null
      : unknown(said, "schema of the description", nearest(said, schemas)),
  );
}

/** Almost a code or the id of an open decision: anything else with hyphens is none of these. */
export function codeClaims(passage: Passage, _facts: Facts, { codes, words }: Surroundings): Claim[] {
  return spanClaims(passage, /^[a-z]+(?:-[a-z]+)+$/, (said) => {
    const near = codes.includes(said) || words.has(said) ? undefined : nearest(said, codes);
    return near === undefined ? null : unknown(said, "code or open decision", near);
  });
}

/** Targets of links in the repository. Links to pages of the site are checked when it is built. */
export function linkClaims({ file, text, kind }: Passage, _facts: Facts, { exists }: Surroundings): Claim[] {
  if (kind !== "prose" || !file.endsWith(".md")) return [];
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .filter(({ 1: target = "" }) => !/^(?:[a-z]+:|#|\/)/.test(target))
    .map(({ 1: target = "", index }) => {
      const path = new URL(target.replace(/#.*/, ""), `file:///${file}`).pathname.slice(1);
      return { offset: index, said: target, problem: exists(decodeURI(path)) ? null : `there is no ${path}` };
    });
}

/** Statuses in sentences that speak of one operation: a number that fills the cell of a table is a figure. */
export function statusClaims({ kind, text }: Passage, { operations }: Facts): Claim[] {
  if (kind !== "prose") return [];
  const [operation, another] = operations.filter((one) => isNamed(one, text));
  if (operation === undefined || another !== undefined) return [];
  return [
    ...text.matchAll(
      /(?<![\d.,:/-])(?<!\| *(?=\d+ *\|))[1-5]\d\d(?![\d,:/-]|\.\d|\s*(?:ms|s|KiB|MB|characters|seconds|requests)\b)/g,
    ),
  ].map(({ 0: said, index }) => ({
    offset: index,
    said: `${nameOf(operation)} returns ${said}`,
    problem: operation.statuses.includes(said)
      ? null
      : `${nameOf(operation)} has no ${said}: it has ${operation.statuses.join(", ")}`,
  }));
}

function isNamed({ id, method, path }: DescribedOperation, text: string): boolean {
  if (text.includes(`\`${id}\``)) return true;
  const [, ...after] = text.replaceAll(/\s+/g, " ").split(`${method} ${path}`);
  return after.some((rest) => !/^[\w/{]/.test(rest));
}

function spanClaims(passage: Passage, pattern: RegExp, judge: (said: string) => string | null): Claim[] {
  return spansOf(passage)
    .filter(({ text }) => pattern.test(text))
    .map(({ text, offset }) => ({ offset, said: text, problem: judge(text) }));
}

/** `"order.sent" is no event of the description; did you mean order.shipped?` */
function unknown(said: string, what: string, near: string | undefined): string {
  return `${said} is no ${what}${near === undefined ? "" : `; did you mean ${near}?`}`;
}
