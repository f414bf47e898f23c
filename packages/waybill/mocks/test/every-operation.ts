// A description -> every operation called on its mock server by the generated client with a sampled request, and what is wrong with
// the responses, as Ajv finds it in the text of the description.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type Description, openDescription } from "@waybill/conformance";
import { generateInMemory } from "waybill/command";
import { type Api, type Json, type Operation, Report, readApi, sampleOf } from "waybill/description";
import { mockHandlerOf } from "../src/server/mock-handler.ts";

export interface Outcome {
  readonly called: number;
  /** Responses whose body was validated. */
  readonly validated: number;
  /** Operations that no request could be sampled for, or whose response has no sample. */
  readonly skipped: readonly string[];
  readonly problems: readonly string[];
}

export interface Run {
  readonly cwd: string;
  readonly openapi: string;
  /** Every which operation is called. Default: 1. */
  readonly step?: number;
  /** Sent as `Prefer`. */
  readonly prefer?: string;
}

export async function callEveryOperation({ cwd, openapi, step = 1, prefer = "" }: Run): Promise<Outcome> {
  const isLenient = (): boolean => true;
  const report = new Report({ api: "", tolerance: { codes: new Set(), isLenient }, targets: null });
  const { api } = readApi({ cwd, openapi, options: { nullable: "author" } }, report);
  if (api === null) throw new Error("the description cannot be read");
  const description = openDescription({ cwd, openapi, nullable: "author", isLenient });
  const mock = await mockHandlerOf(api, {
    url: null,
    secret: "",
    dynamic: false,
    cors: false,
    auth: false,
    stateful: true,
  });
  const folder = mkdtempSync(path.join(import.meta.dirname, "../.generated-"));
  const skipped: string[] = [];
  const problems: string[] = [];
  let [called, validated] = [0, 0];
  try {
    const { createClient, createSend } = await clientOf(api, folder);
    let sent: Response | null = null;
    const fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
      const request = new Request(input, init);
      const { pathname, search } = new URL(request.url);
      const headers = new Headers(request.headers);
      if (prefer !== "") headers.set("prefer", prefer);
      const { response } = await mock.handle({
        method: request.method,
        url: `${pathname}${search}`,
        headers,
        body: request.body,
      });
      sent = response.clone();
      return response;
    };
    const client = createClient(createSend({ baseUrl: "http://mock.example", fetch, credentials: {} }));
    // `fetch` does not send TRACE.
    const operations = (api.http?.operations ?? []).filter(({ method }) => method !== "trace");
    const chosen = operations.filter((_, index) => index % step === 0);
    for (const operation of chosen) {
      const request = requestOf(operation);
      if (typeof request === "string") {
        skipped.push(`${operation.id}: ${request}`);
        continue;
      }
      called += 1;
      sent = null;
      const failure = await client[operation.name]?.(request).then(
        () => null,
        (error: unknown) => error,
      );
      const response: Response | null = sent;
      const verdict = await judged(operation, response, { description, failure });
      if (verdict === "validated") validated += 1;
      else if (verdict?.startsWith("skip ")) skipped.push(`${operation.id}: ${verdict}`);
      else if (verdict !== null) problems.push(`${operation.id}: ${verdict}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    mock.dispose();
  }
  return { called, validated, skipped, problems };
}

/** `null`: it is fine, and has no JSON body. */
async function judged(
  { responses }: Operation,
  response: Response | null,
  { description, failure }: { readonly description: Description; readonly failure: unknown },
): Promise<string | null> {
  if (response === null)
    return `no request was sent: ${failure instanceof Error ? (failure.stack ?? "") : String(failure)}`;
  const text = await response.text();
  if (response.status === 501) return `skip ${text}`;
  const own = responses.find(({ status }) => status.kind === "code" && status.code === response.status);
  const range = responses.find(
    ({ status }) => status.kind === "range" && status.first === Math.floor(response.status / 100),
  );
  const described = own ?? range ?? responses.find(({ status }) => status.kind === "default");
  if (described === undefined || response.status >= 400) return `${response.status} ${text.slice(0, 300)}`;
  if (failure !== null) return `the client rejects it: ${failure instanceof Error ? failure.message : String(failure)}`;
  const type = response.headers.get("content-type");
  const media = described.content.find((each) => each.type === type);
  if (media === undefined) return described.content.length === 0 ? null : `the media type ${type} is not described`;
  if (media.body !== "json") return null;
  const errors = description.validate(media.schema.at, JSON.parse(text));
  return errors.length === 0 ? "validated" : `${errors[0]?.pointer} ${errors[0]?.message}: ${text.slice(0, 200)}`;
}

/** A text says why there is none. */
function requestOf({ parameters, requestBody }: Operation): object | string {
  const parts: Record<string, Record<string, Json>> = {};
  for (const { name, in: place, required, schema, examples } of parameters) {
    if (!required) continue;
    const sample = sampleOf(schema, { examples });
    if (!sample.ok) return sample.reason;
    const part = place === "header" ? "headers" : place === "cookie" ? "cookies" : place;
    parts[part] = { ...parts[part], [name]: sample.value };
  }
  if (requestBody === null) return parts;
  const media = requestBody.content.find(({ body }) => body === "json" || body === "form");
  if (media === undefined) return requestBody.required ? "its body is neither JSON nor a form" : parts;
  const sample = sampleOf(media.schema, { examples: media.examples });
  if (!sample.ok) return sample.reason;
  const contentType = requestBody.content.length > 1 ? { contentType: media.type } : {};
  return { ...parts, ...contentType, body: sample.value };
}

interface GeneratedClient {
  readonly createSend: (options: object) => object;
  readonly createClient: (send: object) => Readonly<Record<string, (request: object) => Promise<unknown>>>;
}

async function clientOf(api: Api, folder: string): Promise<GeneratedClient> {
  for (const { path: file, text } of await generateInMemory(api, ["client"])) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  const module: GeneratedClient = await import(pathToFileURL(path.join(folder, "client/index.gen.js")).href);
  return module;
}
