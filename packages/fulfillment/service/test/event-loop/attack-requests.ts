// An operation of a description -> the largest request that it accepts, and requests of the largest size that cost the most.
import type { Description } from "@waybill/conformance";
import { type Json, type Known, largestValue, type Schema, units, worstTexts } from "./worst-values.ts";

export type Operation = Description["operations"][number];

export interface AttackRequest {
  readonly what: string;
  /** It is as described, so that it has to succeed: what is refused early would show nothing. */
  readonly isAccepted: boolean;
  /** Of what a request uses up, each has its own. */
  make(): SentRequest;
}

export interface SentRequest {
  readonly method: string;
  /** The path and the query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
}

/** Bytes that the service takes: of a body, of an uploaded file, and of the line of a request with its headers. */
const largest = { body: 262_144, upload: 4_194_304, head: 14_000 };

export function* attackRequests(operation: Operation, known: Known): Generator<AttackRequest> {
  const base = { method: operation.method.toUpperCase(), headers: {}, body: null };
  const path = (): string => pathOf(operation, (name) => String(known(name) ?? name));
  for (const body of bodiesOf(operation, known))
    for (const query of body.isAccepted ? queriesOf(operation, known) : [noQuery])
      yield {
        what: [body.what, query.what].filter((what) => what !== "").join(", ") || "a request",
        isAccepted: body.isAccepted && query.isAccepted,
        make: () => ({ ...base, target: `${path()}${query.text}`, ...body.make() }),
      };
  for (const { name } of operation.parameters.filter((one) => one.in === "path"))
    for (const [what, unit] of units) {
      const text = encodeURIComponent(decoded(unit).toWellFormed());
      const long = text.repeat(Math.floor(largest.head / text.length));
      const target = pathOf(operation, (one) => (one === name ? long : one));
      yield { what: `${name} of ${what}`, isAccepted: false, make: () => ({ ...base, target }) };
    }
  // They are read alike for all operations: a response that costs nothing shows them alone.
  if (operation.requestBody === null && operation.parameters.every((one) => one.in === "path"))
    for (const [what, headers] of longHeaders)
      yield { what, isAccepted: false, make: () => ({ ...base, target: path(), headers }) };
}

/** With each parameter in its place, percent-encoded already. */
function pathOf({ path: { segments } }: Operation, textOf: (name: string) => string): string {
  return segments.map((part) => (part.kind === "literal" ? part.text : textOf(part.name))).join("");
}

function decoded(unit: string): string {
  const text: unknown = JSON.parse(`"${unit}"`);
  return String(text);
}

const longHeaders: readonly (readonly [what: string, headers: Readonly<Record<string, string>>])[] = [
  ["a long cookie", { Cookie: "a=b;".repeat(largest.head / 4) }],
  ["a cookie of one name", { Cookie: "portal-session=b;".repeat(largest.head / 17) }],
  ["long credentials", { Authorization: `Bearer ${"a".repeat(largest.head)}` }],
  ["a long way through proxies", { "X-Forwarded-For": "127.0.0.1,".repeat(largest.head / 10) }],
  ["a long media type", { "Content-Type": `application/json${";a=b".repeat(largest.head / 4)}` }],
  ["long blanks in a media type", { "Content-Type": `application/json${" ".repeat(largest.head)}x` }],
];

interface Query {
  readonly what: string;
  readonly text: string;
  readonly isAccepted: boolean;
}

const noQuery: Query = { what: "", text: "", isAccepted: true };

/** Pages of every size, all filters at once, the worst texts to search for, and as many parameters as a request can have. */
function* queriesOf(operation: Operation, known: Known): Generator<Query> {
  const parameters = operation.parameters.filter((one) => one.in === "query");
  yield noQuery;
  if (parameters.length === 0) return;
  const values = new Map(parameters.map(({ name, schema }) => [name, textsOf(schema, known(name))]));
  const page = [...values].filter(([, texts]) => texts.isNumber).map(([name, { most }]) => [name, most] as const);
  yield queryOf(
    "the largest page",
    page.filter(([name]) => !/^(?:offset|page)$/.test(name)),
  );
  yield queryOf("the last page", page);
  yield queryOf(
    "all filters",
    [...values].map(([name, { most }]) => [name, name === "offset" ? "0" : most]),
  );
  for (const [name, { worst }] of values)
    for (const [what, text] of worst) yield queryOf(`${name} of ${what}`, [[name, text]]);
  const [[name = ""] = []] = values;
  yield {
    what: "one parameter repeated",
    text: `?${`${name}=1&`.repeat(largest.head / (name.length + 3))}`,
    isAccepted: false,
  };
  yield { what: "many parameters", text: `?${"a=1&".repeat(largest.head / 4)}`, isAccepted: false };
}

function queryOf(what: string, pairs: readonly (readonly [string, string])[]): Query {
  return { what, text: `?${new URLSearchParams(Object.fromEntries(pairs))}`, isAccepted: true };
}

interface Texts {
  readonly isNumber: boolean;
  readonly most: string;
  /** Of a text that is searched for. */
  readonly worst: readonly (readonly [what: string, text: string])[];
}

function textsOf(schema: Schema, known: Json | undefined): Texts {
  switch (schema.kind) {
    case "ref":
      return textsOf(schema.target.schema, known);
    case "number":
      return { isNumber: true, most: String(schema.maximum ?? Number.MAX_SAFE_INTEGER), worst: [] };
    case "enum":
      return { isNumber: false, most: String(schema.values[0]), worst: [] };
    default: {
      if (known !== undefined) return { isNumber: false, most: String(known), worst: [] };
      const most = (schema.kind === "string" ? schema.maxLength : null) ?? largest.head / 12;
      const worst = units.map(([what, unit]) => {
        const text = decoded(unit).toWellFormed();
        return [what, `${text.repeat(Math.floor((most - 1) / [...text].length))}b`] as const;
      });
      return { isNumber: false, most: "a".repeat(most), worst };
    }
  }
}

interface Body {
  readonly what: string;
  readonly isAccepted: boolean;
  make(): Partial<Pick<SentRequest, "headers" | "body">>;
}

function* bodiesOf({ requestBody }: Operation, known: Known): Generator<Body> {
  const [media] = requestBody?.content ?? [];
  if (media === undefined) yield { what: "", isAccepted: true, make: () => ({}) };
  else if (media.body === "multipart") yield* uploadsOf(known);
  else {
    const json = (text: string) => ({ headers: { "Content-Type": media.type }, body: Buffer.from(text) });
    const example = media.examples[0]?.value.value ?? null;
    const whole = () => json(JSON.stringify(largestValue(media.schema, { bytes: largest.body, known }, example)));
    yield { what: "the largest body", isAccepted: true, make: whole };
    const small = largestValue(media.schema, { bytes: 3_000, known }, example);
    for (const [what, text] of worstTexts(small, largest.body - 100))
      yield { what, isAccepted: false, make: () => json(text) };
  }
}

const csvHeader = "firstName,lastName,email,street1,city,state,zip,sku,quantity\n";

/** Files of orders. */
function* uploadsOf(known: Known): Generator<Body> {
  const campaignId = String(known("campaignId"));
  const row = (): string => `Ada,Reyes,ada@example.com,1 Quay,Dayton,OH,45402,${String(known("sku"))},1\n`;
  const rows = (): string => Array.from({ length: 5_000 }, row).join("");
  const most = { what: "as many orders as there may be", isAccepted: true };
  yield { ...most, make: () => formOf({ campaignId }, csvHeader + rows()) };
  const room = largest.upload - 1_000;
  const files: readonly (readonly [what: string, text: () => string])[] = [
    ["rows of another kind", () => "a\n".repeat(room / 2)],
    ["blank lines", () => csvHeader + "\n".repeat(room - csvHeader.length)],
    ["rows without values", () => csvHeader + ",,,,,,,,\n".repeat(room / 9 - 10)],
    ["wrong rows", () => csvHeader + ",,,,x,,,MUG,0\n".repeat(5_000)],
    ["rows of one order", () => `sourceOrderNumber,${csvHeader}${`1,${row()}`.repeat(5_000)}`],
    ["rows with long cells", () => csvHeader + `${"a".repeat(800)},,,,,,,,\n`.repeat(5_000)],
    ["one header without end", () => "a,".repeat(room / 2)],
    ["one cell", () => `${csvHeader}"${"\r\n".repeat(500_000)}",b,c,d,e,f,g,h,1\n`],
    ["quotes", () => `${csvHeader}"${'""'.repeat(500_000)}",b,c,d,e,f,g,h,1\n`],
    ["carriage returns", () => csvHeader + "\r".repeat(room - csvHeader.length)],
    ["wide characters", () => csvHeader + "\u{1d538}".repeat(room / 4 - 30)],
  ];
  for (const [what, text] of files)
    yield { what: `a file of ${what}`, isAccepted: false, make: () => formOf({ campaignId }, text()) };
  const units: readonly (readonly [what: string, unit: string])[] = [
    ["many parts", "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n"],
    ["many files", '--x\r\nContent-Disposition: form-data; name=file; filename="a"\r\n\r\n\r\n'],
    ["beginnings of boundaries", "\r\n--"],
    ["parts without an end", "--x\r\n"],
  ];
  for (const [what, unit] of units) yield { what, isAccepted: false, make: () => rawForm(unit, room) };
}

const formHeaders = { "Content-Type": "multipart/form-data; boundary=x" };

function formOf(fields: Readonly<Record<string, string>>, file: string): ReturnType<Body["make"]> {
  const parts = Object.entries(fields).map(
    ([name, text]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  );
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n';
  return { headers: formHeaders, body: Buffer.from(`${parts.join("")}${head}${file}\r\n--x--\r\n`) };
}

function rawForm(unit: string, bytes: number): ReturnType<Body["make"]> {
  return { headers: formHeaders, body: Buffer.from(`${unit.repeat(bytes / unit.length)}--x--\r\n`) };
}
