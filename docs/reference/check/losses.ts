// Whole descriptions and the pages made of them -> what the description says and its page does not.
import { fromHtml } from "hast-util-from-html";
import { select, selectAll } from "hast-util-select";
import { toString as textOf } from "hast-util-to-string";
import { entriesAt, type JsonObject, memberAt, objectIn } from "../description/json.ts";
import type { Description } from "../description/read.ts";
import { eventPath, operationPath, schemaPath } from "../description/site-map.ts";
import { messageIn } from "../description/usage.ts";
import type { ReferencePage } from "../page/page.ts";
import { type Expected, ofMessage, ofOperation, ofSchema } from "./expected.ts";

/** One line for each thing that is missing; none when the pages are complete. */
export function lossesOf(
  description: Description,
  schemas: ReadonlyMap<string, JsonObject>,
  pages: readonly ReferencePage[],
): string[] {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  return expectations(description, schemas).flatMap(({ path, expected }) => {
    const page = byPath.get(path);
    return page === undefined ? [`there is no page ${path}`] : lossesOn(page, expected);
  });
}

function expectations(
  { http, messaging, openapi, asyncapi }: Description,
  schemas: ReadonlyMap<string, JsonObject>,
): { path: string; expected: Expected }[] {
  const operations = http.operations.map((operation) => {
    const item = objectIn(memberAt(openapi, ["paths", operation.path.text]));
    const expected = ofOperation(objectIn(item[operation.method]), item["parameters"], openapi);
    return { path: operationPath(operation), expected };
  });
  const messages = messaging.messages.map((message) => {
    return { path: eventPath(message), expected: ofMessage(messageIn(asyncapi, message), asyncapi) };
  });
  const inOpenapi = new Set(entriesAt(openapi, ["components", "schemas"]).map(([name]) => name));
  const named = [...schemas].map(([name, schema]) => {
    return { path: schemaPath(name), expected: ofSchema(schema, inOpenapi.has(name) ? openapi : asyncapi) };
  });
  return [...operations, ...messages, ...named];
}

/** What is missing on one page. */
export function lossesOn({ path, html, title, description }: ReferencePage, { texts, fields }: Expected): string[] {
  const root = fromHtml(html, { fragment: true });
  const whole = bare(`${title} ${description} ${textOf(root)}`);
  const entries = new Map<string, string[]>();
  for (const field of selectAll(".rd-field", root)) {
    const name = textOf(select(".rd-name", field) ?? field);
    entries.set(name, [...(entries.get(name) ?? []), bare(textOf(field))]);
  }
  for (const link of selectAll(".rd-same a", root)) entries.set(textOf(link), entries.get(textOf(link)) ?? []);
  const missing = texts.filter((text) => !whole.includes(bare(text))).map((text) => `${path} does not say: ${text}`);
  return [
    ...missing,
    ...fields.flatMap(({ name, facts }) => {
      const own = entries.get(name);
      if (own === undefined) return [`${path} has no entry for ${name}`];
      if (own.some((entry) => facts.every((fact) => entry.includes(bare(fact))))) return [];
      return [`${path} has no entry for ${name} that says all of: ${facts.join(" | ")}`];
    }),
  ];
}

/** Text without spaces and without the marks of Markdown. */
function bare(text: string): string {
  return text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/[\s*`_|#>"\u200B]/g, "");
}
