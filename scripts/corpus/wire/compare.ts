// One operation and three clients -> what each peer sends otherwise, value by value: parameters alone, the body alone, all together.
import type { MediaType, Operation, Parameter } from "../../../generators/src/model/http.ts";
import type { Clients, Given, PeerName } from "./clients.ts";
import type { Refused, Sent } from "./sent.ts";
import { type Value, valueNumbered, variants } from "./values.ts";

/** One value of one parameter or body, which a peer sends otherwise. */
export interface Difference {
  readonly peer: PeerName;
  readonly operation: Operation;
  /** What has the value. */
  readonly of: Parameter | MediaType;
  readonly value: Value;
  readonly part: Part;
  /** `null`: absent. */
  readonly ours: Text;
  readonly theirs: Text;
}

export type Part = "request" | "path" | "query" | "header" | "body" | "content-type";

export type Text = string | null | Refused;

export interface Compared {
  readonly requests: number;
  /** Of those, how many a peer sends byte for byte. */
  readonly same: Readonly<Record<PeerName, number>>;
  readonly differences: readonly Difference[];
  /** Requests with all values that differ in a part of which no single value differs. */
  readonly unexplained: readonly string[];
  /** Whether nothing was different. */
  readonly accepts: boolean;
}

const plainPath = "x1";
const peers: readonly PeerName[] = ["hey-api", "openapi-fetch"];

export async function compared(operation: Operation, clients: Clients): Promise<Compared | null> {
  const hey = clients.mediaOf(operation);
  if (hey === null) return null;
  const { parameters } = operation;
  const path = Object.fromEntries(parameters.filter((one) => one.in === "path").map(({ name }) => [name, plainPath]));
  const bare: Given = { path, query: {}, header: {}, cookie: {}, body: null };
  const differences: Difference[] = [];
  let requests = 0;
  const same: Record<PeerName, number> = { "hey-api": 0, "openapi-fetch": 0 };
  const compare = async (given: Given): Promise<Omit<Difference, "of" | "value">[]> => {
    const ours = await clients.waybill(operation, given);
    requests += 1;
    const found = peers.map(async (peer) => {
      const call = clients.peers[peer];
      const parts = partsIn(ours, await call(operation, given));
      if (parts.length === 0) same[peer] += 1;
      return parts.map((part) => ({ ...part, operation, peer }));
    });
    return (await Promise.all(found)).flat();
  };
  for (const of of parameters) {
    for (const value of valuesOf(of.schema, false)) {
      const found = await compare({ ...bare, [of.in]: { ...bare[of.in], [of.name]: value } });
      differences.push(...found.map((one) => ({ ...one, of, value })));
    }
  }
  const { media } = hey;
  for (const value of media === null ? [] : bodiesOf(media)) {
    if (media === null) continue;
    const found = await compare({ ...bare, body: { media, value } });
    differences.push(...found.map((one) => ({ ...one, of: media, value })));
  }
  const unexplained: string[] = [];
  for (let variant = 0; variant < variants; variant += 1) {
    const given = allOf(operation, media, variant);
    const single = (part: Part, peer: PeerName): boolean =>
      differences.some((one) => one.peer === peer && (one.part === part || one.part === "request"));
    for (const { part, peer, ours, theirs } of await compare(given)) {
      if (!single(part, peer)) unexplained.push(`${peer}, ${part}: ${show(ours)} and ${show(theirs)}`);
    }
  }
  return {
    requests,
    same,
    differences,
    unexplained,
    accepts: operation.responses.some(({ content }) => content.length > 1),
  };
}

function allOf({ parameters }: Operation, media: MediaType | null, variant: number): Given {
  const valuesIn = (place: Parameter["in"]): Record<string, Value> =>
    Object.fromEntries(
      parameters
        .filter((one) => one.in === place)
        .map(({ name, schema }) => [name, place === "path" ? plainPath : valueNumbered(schema, variant)]),
    );
  const body = media === null ? null : { media, value: bodiesOf(media)[variant] ?? bodiesOf(media)[0] ?? null };
  return {
    path: valuesIn("path"),
    query: valuesIn("query"),
    header: valuesIn("header"),
    cookie: valuesIn("cookie"),
    body,
  };
}

function valuesOf(schema: Parameter["schema"], bytes: boolean): Value[] {
  const all = Array.from({ length: variants }, (_, variant) => valueNumbered(schema, variant, bytes));
  return [...new Map(all.map((value) => [keyOf(value), value])).values()];
}

function keyOf(value: Value): string {
  return JSON.stringify(value, (_, one) => (one instanceof Blob ? "a file" : one)) ?? "";
}

/** A body of text is text, and one of bytes is a blob. */
function bodiesOf({ body, schema }: MediaType): Value[] {
  if (body === "binary") return [new Blob(["bytes"])];
  if (body === "text") return ["plain", "", "é\r\n\t+"];
  if (body === "events" || body === "lines" || body === "sequence") return [];
  const values = valuesOf(schema, body === "multipart");
  return body === "json" ? values : values.filter((value) => typeof value === "object" && value !== null);
}

function partsIn(ours: Sent | Refused, theirs: Sent | Refused): Pick<Difference, "part" | "ours" | "theirs">[] {
  if ("refused" in ours || "refused" in theirs) {
    const both = "refused" in ours && "refused" in theirs;
    const text = (one: Sent | Refused): Text => ("refused" in one ? one : shownRequest(one));
    return both ? [] : [{ part: "request", ours: text(ours), theirs: text(theirs) }];
  }
  const names = new Set([...ours.headers.keys(), ...theirs.headers.keys()]);
  // What a client accepts is a row of its own.
  names.delete("accept");
  const headers = [...names].map((name) => {
    const part: Part = name === "content-type" ? "content-type" : "header";
    return { part, ours: ours.headers.get(name) ?? null, theirs: theirs.headers.get(name) ?? null };
  });
  const all = [
    { part: "path" as const, ours: `${ours.method} ${ours.path}`, theirs: `${theirs.method} ${theirs.path}` },
    { part: "query" as const, ours: ours.query, theirs: theirs.query },
    { part: "body" as const, ours: ours.body, theirs: theirs.body },
    ...headers,
  ];
  return all.filter((one) => one.ours !== one.theirs);
}

function shownRequest({ path, query, headers, body }: Sent): string {
  return [`${path}${query === "" ? "" : `?${query}`}`, ...[...headers].map((pair) => pair.join(": ")), body].join("\n");
}

export function show(text: Text): string {
  if (text === null) return "nothing";
  return typeof text === "string" ? JSON.stringify(text.slice(0, 200)) : `refused (${text.refused.slice(0, 120)})`;
}
