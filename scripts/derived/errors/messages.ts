// The service's source and the description's examples -> every error message that the API returns.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";

/** A message, or the beginning of one where the rest differs between responses. */
export interface Message {
  readonly text: string;
  /** Where it was found, from the root of the repository. */
  readonly file: string;
}

/** The texts of `message`, and the plain-text bodies. */
export function serviceMessages(root: string): Message[] {
  const sources = sourcesOf(root, ["packages/fulfillment/service/src/{api,http,addresses}/*.ts"]);
  const literals =
    /(?:rejection\(|status: 404,[^}]*message: |json\([45]\d\d, (?:\{ message: )?|body: )(["`])([A-Z](?:(?!\1|\$\{).)+)/g;
  return [
    ...sources.flatMap(({ file, text }) =>
      [...text.matchAll(literals)].map(([, , found = ""]) => ({ file, text: found.trim() })),
    ),
    ...sources.flatMap(named),
    ...sources.flatMap(refusals),
    ...sources.flatMap(invalidQueries),
  ];
}

interface Source {
  readonly file: string;
  readonly text: string;
}

/** `const unknownWebhook = "Webhook not found"`, where `rejection(` takes it. */
function named({ file, text }: Source): Message[] {
  const refused = [...text.matchAll(/rejection\((.*)\);$/gm)].map(([, given = ""]) => given).join(" ");
  const constants = [...text.matchAll(/^(?:export )?const (\w+) =\s*"([^"]+)"/gm)];
  return constants
    .filter(([, name = ""]) => new RegExp(`\\b${name}\\b`).test(refused))
    .map(([, , found = ""]) => ({ file, text: found }));
}

/** `refused("webhook" as const, "Webhook not found")` */
function refusals({ file, text }: Source): Message[] {
  return [...text.matchAll(/\brefused\(\s*"\w+" as const,\s*"([^"]+)"/g)].map(([, found = ""]) => ({
    file,
    text: found,
  }));
}

function invalidQueries({ file, text }: Source): Message[] {
  return [...text.matchAll(/`([A-Z][^`$]*): \$\{/g)].map(([, found = ""]) => ({ file, text: `${found}:` }));
}

/** What entries of `errors` say behind the path: of the words the service has, and of the rules it checks itself. */
export function fieldIssues(root: string): Message[] {
  const [wording, references] = sourcesOf(root, [
    "packages/fulfillment/service/src/api/wording.ts",
    "packages/fulfillment/service/src/domain/orders/references.ts",
  ]);
  const words = wording?.text.slice(
    wording.text.indexOf("function issueText"),
    wording.text.indexOf("function queryText"),
  );
  const inWords = [...(words ?? "").matchAll(/["`]([A-Z][a-z]+(?: [a-z][a-z]+)*)/g)];
  const inRules = [...(references?.text ?? "").matchAll(/(?:issue: |return |\? )["`]([A-Z][\w ]*\w)/g)];
  return [...inWords, ...inRules].map(([, text = ""]) => ({ text, file: "packages/fulfillment/service/src" }));
}

/** Of the examples of errors: `message`, or the whole body, and the entries of `errors` without their paths. */
export function exampleMessages(root: string): { readonly messages: Message[]; readonly issues: Message[] } {
  const examples = sourcesOf(root, ["spec/examples/errors/*.json", "spec/examples/*/*.[45]??*.json"]);
  const found = examples.map(({ file, text }) => {
    const value: unknown = Reflect.get(Object(JSON.parse(text)), "value");
    if (typeof value === "string") return { messages: [{ file, text: value }], issues: [] };
    const errors: unknown = Reflect.get(Object(value), "errors");
    const entries = Array.isArray(errors) ? errors.map(String) : [];
    return {
      messages: [{ file, text: String(Reflect.get(Object(value), "message")) }],
      issues: entries.map((entry) => ({ file, text: entry.slice(entry.indexOf(": ") + 2) })),
    };
  });
  return { messages: found.flatMap(({ messages }) => messages), issues: found.flatMap(({ issues }) => issues) };
}

function sourcesOf(root: string, patterns: readonly string[]): Source[] {
  return globSync(patterns, { cwd: root })
    .map((file) => file.replaceAll("\\", "/"))
    .sort()
    .map((file) => ({ file, text: readFileSync(path.join(root, file), "utf8") }));
}
