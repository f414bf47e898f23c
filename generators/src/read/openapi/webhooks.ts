// `webhooks`, and the callbacks of operations -> the requests that the API itself sends, as operations of a kind of their own.
import { keyOf, quote } from "../../diagnostics/index.ts";
import { camelOf } from "../../model/finish/naming/identifiers.ts";
import type { Operation, PathTemplate, Trigger } from "../../model/http.ts";
import { identityOf, Node } from "../../source/index.ts";
import { expectObject, follow, membersOf, readPart } from "../fields/index.ts";
import type { OpenApiReading } from "./openapi-reading.ts";
import { type Defaults, readPathItem } from "./paths.ts";

/** Runs after the paths have been read, which collect callbacks. Each is read once, however many operations refer to it. */
export function readWebhooks(
  reading: OpenApiReading,
  defaults: Defaults,
  operations: readonly Operation[],
): Operation[] {
  // Authentication of the API's own requests differs from authentication of requests to it: security is not inherited.
  const own: Defaults = { ...defaults, security: [] };
  const webhooks = membersOf(reading, reading.root, "webhooks").flatMap((member) =>
    readPathItem(reading, member, { trigger: { kind: "webhook", key: member.key }, path: pathOf(member.key) }, own),
  );
  const seen = new Set<string>();
  const callbacks: Operation[] = [];
  // Callbacks can have callbacks, which are appended to the list.
  for (const { node, owner } of reading.callbacks) {
    const part = `the callback ${quote(node.key)} of ${quote(owner)}`;
    callbacks.push(...(readPart(reading, part, () => readCallback(reading, node, { owner, own, seen })) ?? []));
  }
  const taken = new Set(operations.map(({ id }) => nameIn(id)));
  return [...webhooks, ...callbacks].map((operation) => besideOperations(operation, taken));
}

/** A key that is also the id of an operation is prefixed with its kind; an explicit id stays. */
function besideOperations(operation: Operation, taken: ReadonlySet<string>): Operation {
  const { id, at, trigger } = operation;
  const isWritten = at instanceof Node && at.has("operationId");
  return isWritten || trigger === null || !taken.has(nameIn(id))
    ? operation
    : { ...operation, id: `${id}_${trigger.kind}` };
}

function nameIn(id: string): string {
  return camelOf(id).toLowerCase();
}

interface Scope {
  readonly owner: string;
  readonly own: Defaults;
  readonly seen: Set<string>;
}

function readCallback(reading: OpenApiReading, member: Node, { owner, own, seen }: Scope): Operation[] {
  const node = follow(reading, member);
  if (node === null || expectObject(reading, node, "a callback") === null || seen.has(identityOf(node))) return [];
  seen.add(identityOf(node));
  // A callback in components is named after its key, any other one after its operation.
  const base = node.value === member.value ? `${owner}_${member.key}` : node.key;
  return node.members().flatMap((item) => {
    if (item.key.startsWith("x-")) return [];
    checkExpression(reading, item);
    const trigger: Trigger = { kind: "callback", key: base, expression: item.key };
    return readPathItem(reading, item, { trigger, path: pathOf(item.key) }, own);
  });
}

function pathOf(text: string): PathTemplate {
  return { text, segments: [{ kind: "literal", text }], query: [], fragment: null };
}

const source = String.raw`(header\.[A-Za-z0-9!#$%&'*+.^_|~\x60-]+|query\.[^{}]+|path\.[^{}]+|body(#[^{}]*)?)`;
const expression = new RegExp(String.raw`^\$(url|method|statusCode|(request|response)\.${source})$`);

/** `{$request.body#/callbackUrl}/events`: expressions are in braces, or are the whole key. */
function checkExpression(reading: OpenApiReading, item: Node): void {
  const { key } = item;
  const expressions = key.startsWith("$") ? [key] : [...key.matchAll(/\{([^{}]*)\}/g)].map(([, inner = ""]) => inner);
  for (const written of expressions) {
    if (expression.test(written)) continue;
    reading.report.add("invalid-keyword-value", keyOf(item), {
      keyword: "callbacks",
      expected: "a runtime expression such as {$request.body#/callbackUrl}",
      found: JSON.stringify(written),
    });
  }
}
