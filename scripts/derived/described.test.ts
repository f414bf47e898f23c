// What documentation says of the API is so: paths with their methods, names of events, error messages, and files that links lead to.
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readDescription } from "../../spec/test/description.ts";
import { messagesOf, operationsOf } from "../../spec/test/operations.ts";

interface Document {
  readonly file: string;
  readonly text: string;
}

const root = path.resolve(import.meta.dirname, "../..");
const description = readDescription();
const operations = operationsOf(description).map(({ name }) => {
  const [method = "", template = ""] = name.split(" ");
  return { method, template };
});
const events = messagesOf(description).map(({ name }) => name);

/** Pages that speak of other behaviour and other APIs, what is built, and decisions that speak of former versions. */
const passedOver = /^docs\/(?:faults\.md|upgrading\.md|dist|\.content|decisions\/archive)|node_modules/;
const documents: readonly Document[] = globSync(
  ["*.md", "docs/**/*.md", "packages/*/*/README.md", "generators/README.md", "spec/**/*.md", "spec/**/*.yaml"],
  { cwd: root, exclude: (file) => /node_modules|^dist$/.test(file) },
)
  .filter((file) => !passedOver.test(file) && !/^spec\/(?:portal|workflows|releases|test)\//.test(file))
  .sort()
  .map((file) => ({ file, text: readFileSync(path.join(root, file), "utf8") }));

/** Beginnings of paths, paths of other descriptions, and a path that is documented for another method. */
const excused = [
  ...["docs/diff.md", "docs/cli.md", "docs/configuration.md", "docs/options.md"].map((file) => `${file} /v1/orders`),
  ...["docs/configuration.md", "docs/options.md"].map((file) => `${file} /v1/stock`),
  "spec/open-decisions.md GET /v1/orders/create",
];

test("each path and event that documentation names is described, and each link leads to a file", () => {
  const found = documents.flatMap(wrongIn);
  expect(found.filter(({ what }) => !excused.includes(what)).map(({ place }) => place)).toEqual([]);
  expect(excused.filter((one) => !found.some(({ what }) => what === one))).toEqual([]);
});

test.each([
  ["README.md", "Call /v1/orders/lst.", "/v1/orders/lst is no path of the description"],
  ["README.md", "Call `PUT /v1/orders/list`.", "PUT /v1/orders/list is no operation of the description"],
  ["README.md", "Wait for `order.sent`.", "order.sent is no event of the description"],
  ["docs/a.md", "See [it](nowhere.md#a).", "nowhere.md#a: there is no docs/nowhere.md"],
])("a wrong document is reported: %s, %s", (file, text, finding) => {
  expect(wrongIn({ file, text: `# A\n\n${text}\n` }).map(({ place }) => place)).toEqual([`${file}:3 says ${finding}`]);
});

test("each message of an example of an error has its entry in the guide to errors", () => {
  const guide = readFileSync(path.join(root, "docs/guides/errors.md"), "utf8");
  const entries = [...guide.matchAll(/^### (.*?)( ?…)?$/gm)].map(([, message = ""]) => message);
  const examples = globSync("spec/examples/{errors/*,*/*.[45]??*}.json", { cwd: root });
  const messages = examples.map((file) => {
    const value: unknown = Reflect.get(Object(JSON.parse(readFileSync(path.join(root, file), "utf8"))), "value");
    return typeof value === "string" ? value : String(Reflect.get(Object(value), "message"));
  });
  expect(messages.length).toBeGreaterThan(10);
  expect(messages.filter((message) => !entries.some((entry) => message.startsWith(entry)))).toEqual([]);
});

function wrongIn({ file, text }: Document): { readonly what: string; readonly place: string }[] {
  const claims = [...pathsIn(text), ...eventsIn(text), ...(file.endsWith(".md") ? linksIn(file, text) : [])];
  return claims.map(({ said, problem, at }) => ({
    what: `${file} ${said}`,
    place: `${file}:${text.slice(0, at).split("\n").length} says ${said}${problem}`,
  }));
}

interface Wrong {
  readonly said: string;
  readonly problem: string;
  readonly at: number;
}

/** `GET /v1/orders/{orderId}`, and `/v1/...` alone or in a URL; not the routes of the portal, which has a description of its own. */
function pathsIn(text: string): Wrong[] {
  const pattern =
    /(?:\b(GET|PUT|POST|DELETE|PATCH)\s+`?)?(?:https?:\/\/[\w.:{}-]+)?(?<!\/(?:portal|redeem|landing))(\/v1(?:\/[\w{}$.…%-]+)+)/g;
  return [...text.matchAll(pattern)].flatMap(({ 1: method, 2: written = "", index: at }) => {
    const said = written.replace(/[.…]+$/, "");
    const there = operations.filter(({ template }) => matches(template, said));
    if (there.length === 0) return [{ said, problem: " is no path of the description", at }];
    if (method === undefined || there.some((one) => one.method === method)) return [];
    return [{ said: `${method} ${said}`, problem: " is no operation of the description", at }];
  });
}

/** A literal segment matches a parameter only when it looks like an id: `list` misspelt is no order. */
function matches(template: string, said: string): boolean {
  const [own, given] = [template.split("/"), said.split("/")];
  return (
    own.length === given.length &&
    own.every((segment, at) => segment === given[at] || (segment.startsWith("{") && /[\d_$…]/.test(given[at] ?? "")))
  );
}

/** In quotes or as code: members of a variable look the same elsewhere. */
function eventsIn(text: string): Wrong[] {
  const families = [...new Set(events.map((event) => event.split(".")[0]))].join("|");
  return [...text.matchAll(new RegExp(`(?<=[\`"'])(?:${families})\\.[a-z][a-z_]*(?=[\`"'])`, "g"))]
    .filter(([said]) => !events.includes(said) && !/\.(?:md|ya?ml|json|csv|ts)$/.test(said))
    .map(({ 0: said, index: at }) => ({ said, problem: " is no event of the description", at }));
}

/** Outside of code. Links to pages of the site are checked when it is built. */
function linksIn(file: string, markdown: string): Wrong[] {
  const text = markdown.replaceAll(/^\s*```[\s\S]*?^\s*```/gm, (code) => code.replaceAll(/[^\n]/g, " "));
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(({ 1: said = "", index: at }) => {
    if (/^(?:[a-z]+:|#|\/)/.test(said)) return [];
    const target = decodeURI(new URL(said.replace(/#.*/, ""), `file:///${file}`).pathname.slice(1));
    return existsSync(path.join(root, target)) ? [] : [{ said, problem: `: there is no ${target}`, at }];
  });
}
