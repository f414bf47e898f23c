// `x-waybill-signature` -> the scheme that it states. Two schemes have a name: Standard Webhooks, with a secret and with a key pair.
import { keyOf, kindOf, listOf, nearest, quote } from "../../diagnostics/index.ts";
import {
  type SecretFormat,
  type Signature,
  type SignatureList,
  type SignatureScheme,
  type SignedPart,
  type SignedTimestamp,
  signatureAlgorithms,
} from "../../model/signature.ts";
import type { Node } from "../../source/index.ts";
import type { Reading } from "./reading.ts";

export const signatureField = "x-waybill-signature";

/** The signature that an object states; `null` when it states none, or a wrong one, which is reported. */
export function readSignature(reading: Reading, owner: Node): Signature | null {
  const field = owner.get(signatureField);
  if (field === undefined) return null;
  const reader = new SchemeReader(reading);
  const scheme = typeof field.value === "string" ? reader.named(field) : reader.object(field);
  return scheme === null || reader.hasFailed ? null : { scheme, at: field };
}

const standardWebhooks: SignatureScheme = {
  algorithm: "hmac-sha256",
  content: [{ header: "webhook-id" }, { literal: "." }, { use: "timestamp" }, { literal: "." }, { use: "body" }],
  encoding: "base64",
  header: "webhook-signature",
  prefix: "",
  list: { separator: " ", assign: ",", key: "v1" },
  timestamp: { header: "webhook-timestamp", key: null, unit: "seconds", tolerance: 300 },
  secret: { prefix: "whsec_", encoding: "base64" },
  bodyHash: null,
  unescaped: "",
};

const namedSchemes: Readonly<Record<string, SignatureScheme>> = {
  "standard-webhooks": standardWebhooks,
  "standard-webhooks-ed25519": {
    ...standardWebhooks,
    algorithm: "ed25519",
    list: { separator: " ", assign: ",", key: "v1a" },
    secret: { prefix: "whpk_", encoding: "base64" },
  },
};

/** Reads every field before it gives up, so that one run reports all that is wrong. */
class SchemeReader {
  hasFailed = false;
  readonly #reading: Reading;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  named(field: Node): SignatureScheme | null {
    const name = String(field.value);
    if (Object.hasOwn(namedSchemes, name)) return namedSchemes[name] ?? null;
    const names = Object.keys(namedSchemes);
    return this.#refuse(field, `${listOf(names, "or")}, or an object`, nearest(name, names));
  }

  object(field: Node): SignatureScheme | null {
    const { isObject } = field;
    if (!isObject) return this.#refuse(field, 'an object, or the name "standard-webhooks"');
    this.#known(field, schemeFields);
    const signed = this.#required(field, "signedContent");
    const content = signed === null ? [] : this.#content(signed);
    const list = this.#list(field.get("list"));
    const timestamp = this.#timestamp(field, content, list);
    const scheme: SignatureScheme = {
      algorithm: this.#choice(this.#required(field, "algorithm"), signatureAlgorithms, "hmac-sha256"),
      content: namedTimestamp(content, timestamp),
      encoding: this.#encoding(this.#required(field, "encoding")),
      header: this.#name(this.#required(field, "header")) ?? "",
      prefix: this.#text(field.get("prefix")) ?? "",
      list,
      timestamp,
      secret: this.#secret(field.get("secret")),
      bodyHash: this.#text(field.get("bodyHash")),
      unescaped: this.#text(field.get("unescaped")) ?? "",
    };
    if (signed !== null && !this.hasFailed) this.#checkContent(signed, scheme);
    return scheme;
  }

  /** What is signed covers the body, or a delivery could carry another one. */
  #checkContent(field: Node, { content, timestamp }: SignatureScheme): void {
    const uses = content.flatMap((part) => ("use" in part ? [part.use] : []));
    if (!uses.includes("body") && !uses.includes("form")) this.#refuse(field, "content with {body} or {form}");
    if (uses.includes("timestamp") && timestamp === null)
      this.#refuse(field, 'content without {timestamp}, or "timestamp" has to name its header or key');
  }

  /** A template, or a list of parts. */
  #content(field: Node): SignedPart[] {
    if (typeof field.value === "string") return this.#template(field, field.value);
    if (!field.isArray || field.items().length === 0) {
      this.#refuse(field, 'a template such as "{timestamp}.{body}", or a list of parts');
      return [];
    }
    return field.items().flatMap((item) => this.#part(item) ?? []);
  }

  #template(field: Node, text: string): SignedPart[] {
    const pieces = text.split(/(\{[^{}]*\})/).filter((piece) => piece !== "");
    return pieces.flatMap((piece): SignedPart[] => {
      if (!piece.startsWith("{")) return /[{}]/.test(piece) ? this.#wrongPart(field, piece) : [{ literal: piece }];
      const name = piece.slice(1, -1);
      if (isUse(name)) return [{ use: name }];
      const [, header] = /^header:([!#$%&'*+.^_`|~\w-]+)$/.exec(name) ?? [];
      return header === undefined ? this.#wrongPart(field, piece) : [{ header }];
    });
  }

  #wrongPart(field: Node, piece: string): SignedPart[] {
    const near = nearest(piece.replace(/[{}]/g, ""), uses);
    const known = `${listOf([...uses.map((use) => `{${use}}`), "{header:Name}"], "and")}`;
    this.#refuse(field, `a template of ${known}`, near === undefined ? undefined : `{${near}}`, quote(piece));
    return [];
  }

  /** `{ header: Name }`, `{ literal: text }` or `{ body: raw }`. */
  #part(item: Node): SignedPart | null {
    const { header, literal, body }: Record<string, unknown> = item.isObject ? { ...Object(item.value) } : {};
    if (item.isObject && item.keys().length === 1) {
      if (typeof header === "string" && header !== "") return { header };
      if (typeof literal === "string") return { literal };
      if (body === "raw") return { use: "body" };
    }
    return this.#refuse(item, "one of { header: <name> }, { literal: <text> } and { body: raw }");
  }

  #list(field: Node | undefined): SignatureList | null {
    if (field === undefined) return null;
    if (!field.isObject) return this.#refuse(field, "an object with separator, assign and key");
    this.#known(field, ["separator", "assign", "key"]);
    return {
      separator: this.#filled(this.#required(field, "separator")),
      assign: this.#filled(this.#required(field, "assign")),
      key: this.#filled(this.#required(field, "key")),
    };
  }

  #timestamp(owner: Node, content: readonly SignedPart[], list: SignatureList | null): SignedTimestamp | null {
    const field = owner.get("timestamp");
    const outer = this.#seconds(owner.get("tolerance"));
    if (field === undefined) {
      const named = content.flatMap((part) => ("header" in part && /time/i.test(part.header) ? [part.header] : []));
      const [header] = named;
      if (header !== undefined) return { header, key: null, unit: "seconds", tolerance: outer };
      const tolerance = owner.get("tolerance");
      if (tolerance !== undefined) this.#refuse(tolerance, 'absent: without "timestamp" there is no time to compare');
      return null;
    }
    if (!field.isObject) return this.#refuse(field, "an object with header or key");
    this.#known(field, ["header", "key", "unit", "tolerance"]);
    const [header, key] = [field.get("header"), field.get("key")];
    if ((header === undefined) === (key === undefined)) this.#refuse(field, "an object with either header or key");
    if (key !== undefined && list === null) this.#refuse(key, 'absent without "list"');
    const unit = field.get("unit");
    return {
      header: header === undefined ? null : this.#name(header),
      key: key === undefined ? null : this.#filled(key),
      unit: unit === undefined ? "seconds" : this.#choice(unit, ["seconds", "milliseconds"], "seconds"),
      tolerance: this.#seconds(field.get("tolerance")) ?? outer,
    };
  }

  /** A number of seconds, or an object that has it. */
  #seconds(field: Node | undefined): number | null {
    const place = field?.isObject === true ? (field.get("seconds") ?? field) : field;
    if (place === undefined) return null;
    const { value } = place;
    if (typeof value === "number" && Number.isInteger(value) && value > 0) return value;
    return this.#refuse(place, "a whole number of seconds above 0");
  }

  #secret(field: Node | undefined): SecretFormat {
    const plain: SecretFormat = { prefix: "", encoding: "utf-8" };
    if (field === undefined) return plain;
    if (!field.isObject) return this.#refuse(field, "an object with prefix and encoding") ?? plain;
    this.#known(field, ["prefix", "encoding"]);
    const encoding = field.get("encoding");
    return {
      prefix: this.#text(field.get("prefix")) ?? "",
      encoding: encoding === undefined ? "utf-8" : this.#choice(encoding, ["utf-8", "base64", "hex"], "utf-8"),
    };
  }

  #encoding(field: Node | null): "hex" | "base64" {
    const written = this.#choice(field, ["hex", "base64", "lowercase-hex"], "hex");
    return written === "base64" ? written : "hex";
  }

  /** In any case: `HMAC-SHA256`. */
  #choice<T extends string>(field: Node | null, choices: readonly T[], otherwise: T): T {
    if (field === null) return otherwise;
    const written = String(field.value).toLowerCase();
    const choice = typeof field.value === "string" ? choices.find((each) => each === written) : undefined;
    if (choice !== undefined) return choice;
    return this.#refuse(field, listOf([...choices], "or"), nearest(written, choices)) ?? otherwise;
  }

  #name(field: Node | null): string | null {
    if (field === null) return null;
    const { value } = field;
    if (typeof value === "string" && /^[!#$%&'*+.^_`|~\w-]+$/.test(value)) return value;
    return this.#refuse(field, "the name of a header");
  }

  #filled(field: Node | null): string {
    const text = field === null ? null : this.#text(field);
    if (text === "" && field !== null) this.#refuse(field, "text that is not empty");
    return text ?? "";
  }

  #text(field: Node | undefined): string | null {
    if (field === undefined) return null;
    return typeof field.value === "string" ? field.value : this.#refuse(field, "text");
  }

  #required(owner: Node, name: string): Node | null {
    const field = owner.get(name);
    if (field !== undefined) return field;
    this.#reading.report.add("missing-field", keyOf(owner), { object: quote(owner.key), field: name }, noMeaning);
    this.hasFailed = true;
    return null;
  }

  #known(owner: Node, names: readonly string[]): void {
    for (const member of owner.members()) {
      if (names.includes(member.key)) continue;
      const near = nearest(member.key, names);
      const args = { object: quote(owner.key), field: member.key, near };
      this.#reading.report.add("unknown-field", keyOf(member), args, noMeaning);
      this.hasFailed = true;
    }
  }

  #refuse(field: Node, expected: string, near?: string, written?: string): null {
    this.hasFailed = true;
    const actual = written ?? (field.isObject || field.isArray ? kindOf(field.value) : JSON.stringify(field.value));
    const advice = near === undefined ? undefined : `did you mean ${quote(near)}?`;
    const args = { keyword: field.key, expected, found: actual, advice };
    this.#reading.report.add("invalid-keyword-value", field, args, noMeaning);
    return null;
  }
}

/** A wrong scheme is never ignored: a receiver would accept forged deliveries, or refuse all. */
const noMeaning = { tolerated: null };

const uses = ["body", "url", "method", "timestamp", "form"] as const;

function isUse(name: string): name is (typeof uses)[number] {
  return uses.some((use) => use === name);
}

/** `{header:X-Time}` is the timestamp where that header holds it: a sender then fills it in. */
function namedTimestamp(content: readonly SignedPart[], timestamp: SignedTimestamp | null): SignedPart[] {
  const timestampHeader = timestamp?.header?.toLowerCase();
  return content.map((part) =>
    "header" in part && part.header.toLowerCase() === timestampHeader ? { use: "timestamp" } : part,
  );
}

/** `key`, `comparison` and `tolerance` are of an earlier form, which is still read. */
const schemeFields = [
  "algorithm",
  "signedContent",
  "encoding",
  "header",
  "prefix",
  "list",
  "timestamp",
  "secret",
  "bodyHash",
  "unescaped",
  "key",
  "comparison",
  "tolerance",
];
