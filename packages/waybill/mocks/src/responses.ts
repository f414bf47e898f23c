// The responses of an operation -> one sampled response for each status, as data: what mocks and the mock server send.
import {
  concreteTypeOf,
  type Header,
  type Json,
  type MediaType,
  type Operation,
  type Response,
  type SampleOptions,
  type Status,
  sampledItemsOf,
  sampleOf,
} from "waybill/plugin";
import { fileSampleOf } from "./file-samples.ts";

export interface SampledResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: Json])[];
  /** `null`: the response has no body. */
  readonly content: SampledContent | null;
  readonly described: Response;
}

export interface SampledContent {
  readonly media: MediaType;
  /** As it is sent: `image/png` where the description says `image/*`. */
  readonly type: string;
  /** Of sequences the list of their items; of bytes their base64. */
  readonly value: Json;
}

/** A response that no sample could be made for. */
export interface Unsampled {
  readonly status: number;
  readonly reason: string;
}

/** What a response is sampled with. */
export interface ResponseOptions extends Pick<SampleOptions, "all" | "seed" | "places" | "described" | "known"> {
  /** In characters of JSON. Default: any length. */
  readonly longestExample?: number;
  /** The example of this name instead of the first. */
  readonly exampleName?: string | undefined;
  /** Chooses among the media types of a response. Default: JSON, else the first. */
  readonly choose?: (content: readonly MediaType[]) => MediaType | undefined;
}

/** Each status once: a code is itself, `4XX` is 400, and `default` 500, or 200 where no success is described; see `statusOf`. */
export function sampledResponsesOf(
  { responses }: Operation,
  options: ResponseOptions,
): readonly (SampledResponse | Unsampled)[] {
  const seenStatuses = new Set<number>();
  return responses.flatMap((response) => {
    const status = statusOf(response.status, responses);
    if (seenStatuses.has(status)) return [];
    seenStatuses.add(status);
    return [sampledResponseOf(response, status, options)];
  });
}

/** The code that a response is mocked with: the first that no closer response describes, 401 for `4XX` beside 400. */
export function statusOf(status: Status, responses: readonly Response[]): number {
  if (status.kind === "code") return status.code;
  const isFree = (code: number): boolean =>
    !responses.some(({ status: other }) => other !== status && isCloser(other, status) && covers(other, code));
  const firsts = status.kind === "range" ? [status.first] : hasSuccess(responses) ? [5, 4, 2, 3] : [2, 5, 4, 3];
  const [first = 5] = firsts;
  const codes = firsts.flatMap((each) => Array.from({ length: 100 }, (_, index) => each * 100 + index));
  return codes.find(isFree) ?? first * 100;
}

function hasSuccess(responses: readonly Response[]): boolean {
  return responses.some(({ status }) =>
    status.kind === "code" ? status.code < 400 : status.kind === "range" && status.first < 4,
  );
}

/** A code comes before its range, and that before `default`. */
function isCloser(one: Status, other: Status): boolean {
  return one.kind === "code" || (one.kind === "range" && other.kind === "default");
}

function covers(status: Status, code: number): boolean {
  return status.kind === "code"
    ? status.code === code
    : status.kind === "range" && Math.floor(code / 100) === status.first;
}

/** The response that describes a status: that of its code, of its range, or `default`. */
export function responseFor(responses: readonly Response[], code: number): Response | undefined {
  const covering = responses.filter(({ status }) => covers(status, code));
  const others = code >= 200 && code < 600 ? responses.filter(({ status }) => status.kind === "default") : [];
  return covering.find(({ status }) => status.kind === "code") ?? covering[0] ?? others[0];
}

export function sampledResponseOf(
  described: Response,
  status: number,
  options: ResponseOptions,
): SampledResponse | Unsampled {
  const media = (options.choose ?? likeliest)(described.content);
  const { seed } = options;
  const headers = described.headers.flatMap((header, index) =>
    headerOf(header, { ...options, seed: seed === undefined ? undefined : seed + index }),
  );
  const missing = headers.find((header) => "reason" in header);
  if (missing !== undefined) return { status, reason: missing.reason };
  const entries = headers.flatMap((header) => ("value" in header ? [[header.name, header.value] as const] : []));
  if (media === undefined) return { status, headers: entries, content: null, described };
  const value = sampledBodyOf(media, options);
  if (!value.ok) return { status, reason: value.reason };
  return { status, headers: entries, content: { media, type: concreteTypeOf(media), value: value.value }, described };
}

/** Headers that are required, and those with an example. */
function headerOf(
  { name, required, schema, examples }: Header,
  { seed, described }: Pick<SampleOptions, "seed" | "described">,
): ({ readonly name: string; readonly value: Json } | { readonly reason: string })[] {
  if (!required && examples.length + schema.annotations.examples.length === 0) return [];
  // A body and its bytes have these.
  if (/^content-(?:type|length|encoding)$/i.test(name)) return [];
  const sample = sampleOf(schema, { examples, seed, described });
  if (sample.ok) return [{ name, value: sample.value }];
  return required ? [{ reason: sample.reason }] : [];
}

function sampledBodyOf(media: MediaType, options: ResponseOptions): ReturnType<typeof sampleOf> {
  const { longestExample = Number.POSITIVE_INFINITY, exampleName, choose: _, ...sampling } = options;
  const { body, item } = media;
  if (body === "multipart") return unsampled(media, "samples of multipart responses are not supported");
  if (body === "binary") return { ok: true, value: fileSampleOf(concreteTypeOf(media)) };
  const named = media.examples.filter(({ name }) => name === exampleName);
  const examples = exampleName === undefined ? media.examples : named;
  const short = examples.filter(({ value }) => JSON.stringify(value.value).length <= longestExample);
  if (item !== null) return sampledItemsOf({ ...media, item, examples: short }, sampling);
  const { schema } = media;
  if (body === "text" && schema.kind === "any") {
    const textExample = short.map(({ value }) => value.value).find((value) => typeof value === "string");
    return { ok: true, value: textExample ?? "text" };
  }
  const sample = sampleOf(schema, { ...sampling, examples: short });
  if (!sample.ok) return sample;
  const isLong = JSON.stringify(sample.value).length > longestExample;
  const smaller = isLong ? sampleOf(schema, { ...sampling, described: "scalars", places: 60 }) : sample;
  const value = smaller.ok ? smaller.value : sample.value;
  return body === "text" && typeof value !== "string"
    ? { ok: true, value: JSON.stringify(value) }
    : { ok: true, value };
}

function unsampled(media: MediaType, reason: string): ReturnType<typeof sampleOf> {
  return { ok: false, reason, at: media.at };
}

/** The example of a name, in any media type of the response. */
export function hasExample({ content }: Response, name: string): boolean {
  return content.some(({ examples }) => examples.some((example) => example.name === name));
}

function likeliest(content: readonly MediaType[]): MediaType | undefined {
  return content.find(({ body }) => body === "json") ?? content.find(({ body }) => body !== "multipart") ?? content[0];
}
