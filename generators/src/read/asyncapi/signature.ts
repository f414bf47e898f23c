// `x-waybill-signature` on a message, its operation, its channel, a server or a security scheme -> the signature of each message.
// The nearest one counts, in this order.
import { keyOf, quote } from "../../diagnostics/index.ts";
import { computedOnce } from "../../model/computed-once.ts";
import type { DraftChannel, DraftMessage, DraftMessageOperation, DraftMessaging } from "../../model/draft.ts";
import type { Signature } from "../../model/signature.ts";
import { identityOf, Node } from "../../source/index.ts";
import { itemsOf, membersOf, readSignature, signatureField } from "../fields/index.ts";
import type { AsyncApiReading } from "./asyncapi-reading.ts";

type Described = Pick<DraftMessaging, "channels" | "operations">;

/** The signature of each message that has none of its own. Every value of the extension is checked, also of unused objects. */
export function inheritedSignatures(
  reading: AsyncApiReading,
  { channels, operations }: Described,
  components: Node | null,
): ReadonlyMap<DraftMessage, Signature> {
  const places = new Places(reading, components);
  const inherited = new Map<DraftMessage, Signature>();
  const inherit = (message: DraftMessage, signature: Signature | null): void => {
    if (signature === null || message.signature !== null) return;
    const other = inherited.get(message);
    if (other === undefined) inherited.set(message, signature);
    else if (!isSame(other, signature))
      reportContradiction(reading, `the message ${quote(message.key)}`, [other, signature]);
  };
  for (const operation of operations) {
    const operationSignature = places.ofOperation(operation);
    for (const message of operation.messages) inherit(message, operationSignature);
  }
  const used = new Set(operations.flatMap(({ messages }) => messages));
  for (const channel of channels) {
    const channelSignature = places.ofChannel(channel, null);
    for (const message of channel.messages) if (!used.has(message)) inherit(message, channelSignature);
  }
  return inherited;
}

function isSame(one: Signature, other: Signature): boolean {
  return JSON.stringify(one.scheme) === JSON.stringify(other.scheme);
}

/** The signature of the object, or of the first of its traits that states one. */
export function readSignatureOf(reading: AsyncApiReading, owners: readonly Node[]): Signature | null {
  const owner = owners.find((each) => each.has(signatureField));
  return owner === undefined ? null : readSignature(reading, owner);
}

/** What each place states, read once. */
class Places {
  readonly #reading: AsyncApiReading;
  readonly #known = new Map<string, Signature | null>();
  readonly #schemes: readonly Node[];
  readonly #servers: readonly Node[];

  constructor(reading: AsyncApiReading, components: Node | null) {
    this.#reading = reading;
    const schemes = components === null ? [] : membersOf(reading, components, "securitySchemes");
    this.#schemes = this.#targets(schemes);
    this.#servers = this.#targets(membersOf(reading, reading.root, "servers"));
    for (const node of [...this.#schemes, ...this.#servers]) this.#of(node);
  }

  ofOperation({ channel, signature, at }: DraftMessageOperation): Signature | null {
    return signature ?? this.ofChannel(channel, at instanceof Node ? at : null);
  }

  ofChannel({ at }: DraftChannel, operation: Node | null): Signature | null {
    if (!(at instanceof Node)) return null;
    const channelSignature = this.#of(at);
    if (channelSignature !== null) return channelSignature;
    const servers = this.#serversOf(at);
    return this.#only(servers, at) ?? this.#only(this.#schemesOf(operation, servers), at);
  }

  #of(node: Node): Signature | null {
    return computedOnce(this.#known, identityOf(node), () => readSignature(this.#reading, node));
  }

  #only(nodes: readonly Node[], channel: Node): Signature | null {
    const [first, ...others] = nodes.flatMap((node) => this.#of(node) ?? []);
    const other = others.find((each) => first !== undefined && !isSame(first, each));
    if (first !== undefined && other !== undefined)
      reportContradiction(this.#reading, `the channel ${quote(channel.key)}`, [first, other]);
    return first ?? null;
  }

  /** Those a channel lists, by reference or, in AsyncAPI 2, by name; else all. */
  #serversOf(channel: Node): readonly Node[] {
    if (!channel.has("servers")) return this.#servers;
    return itemsOf(this.#reading, channel, "servers").flatMap((item) => {
      if (typeof item.value === "string") return this.#reading.root.get("servers")?.get(item.value) ?? [];
      return this.#targets([item]);
    });
  }

  /** Those that the operation requires, or else its servers; where neither requires one, all. */
  #schemesOf(operation: Node | null, servers: readonly Node[]): readonly Node[] {
    const owners = [...(operation === null ? [] : [operation]), ...servers].filter((owner) => owner.has("security"));
    if (owners.length === 0) return this.#schemes;
    const [nearestOwner] = owners;
    const asking = nearestOwner !== undefined && nearestOwner === operation ? [nearestOwner] : owners;
    return asking
      .flatMap((owner) => itemsOf(this.#reading, owner, "security"))
      .flatMap((item) => {
        if (this.#reading.version === 3) return this.#targets([item]);
        const known = this.#reading.root.get("components")?.get("securitySchemes");
        return this.#targets(item.keys().flatMap((name) => known?.get(name) ?? []));
      });
  }

  /** Without those whose references lead nowhere, which `checkReferences` reports. */
  #targets(nodes: readonly Node[]): Node[] {
    return nodes.flatMap((node) => targetOf(this.#reading, node) ?? []).filter(({ isObject }) => isObject);
  }
}

function targetOf({ sources }: AsyncApiReading, node: Node): Node | null {
  const passed = new Set<string>();
  let at = node;
  for (let ref = at.get("$ref"); ref !== undefined; ref = at.get("$ref")) {
    if (passed.has(identityOf(at)) || typeof ref.value !== "string") return null;
    passed.add(identityOf(at));
    const target = sources.resolve(ref.value, ref);
    if (!target.ok) return null;
    at = target.value;
  }
  return at;
}

function reportContradiction(
  reading: AsyncApiReading,
  what: string,
  [one, other]: readonly [Signature, Signature],
): void {
  reading.report.add(
    "invalid-keyword-value",
    other.at,
    {
      keyword: signatureField,
      expected: `the same for all that applies to ${what}`,
      found: "another one",
      advice: "state the signature on the message or on the operation: the nearest one counts",
    },
    { tolerated: null, related: [{ message: "the other signature", place: keyOf(one.at) }] },
  );
}
