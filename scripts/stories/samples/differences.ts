// The requests of the samples -> operations for which the languages send different requests.
import { isDeepStrictEqual } from "node:util";
import type { HeaderPair, SentRequest } from "@waybill/conformance";

export interface Sent {
  readonly id: string;
  readonly lang: string;
  /** `null` when nothing came. */
  readonly request: SentRequest | null;
}

export function differencesIn(sent: readonly Sent[]): string[] {
  const groups = Map.groupBy(
    sent.filter(({ request }) => request !== null),
    ({ id }) => id,
  );
  return [...groups.values()].flatMap(([first, ...others]) =>
    others.flatMap((other) => {
      const [one, two] = [meaningOf(first?.request ?? null), meaningOf(other.request)];
      const isSame = isDeepStrictEqual(one, two);
      return isSame
        ? []
        : [`${other.id}: ${first?.lang} and ${other.lang} differ\n${JSON.stringify(one)}\n${JSON.stringify(two)}`];
    }),
  );
}

/** What the service goes by. */
function meaningOf(request: SentRequest | null): unknown {
  if (request === null) return null;
  const { method, target, headers, body } = request;
  const text = body === null ? null : Buffer.from(body).toString();
  const type = headerOf(headers, "content-type");
  return {
    method,
    target,
    // The key itself stays out of what is printed; the response shows that it is the right one.
    authorization: headerOf(headers, "authorization")?.split(" ", 1).join("") ?? null,
    type: text === null ? null : type,
    body: text !== null && type === "application/json" ? JSON.parse(text) : text,
  };
}

function headerOf(headers: readonly HeaderPair[], name: string): string | null {
  return headers.find(([one]) => one.toLowerCase() === name)?.[1] ?? null;
}
