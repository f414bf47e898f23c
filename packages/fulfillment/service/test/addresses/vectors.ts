// Reads spec/examples/webhook-addresses.json, and makes resolvers that return what its vectors say.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Resolve } from "../../src/addresses/resolve.ts";

type Verdict = "allowed" | "refused";

interface Stage {
  readonly resolves?: readonly string[] | undefined;
  readonly verdict: Verdict;
}

export interface UrlVector extends Stage {
  readonly group: string;
  readonly url: string;
}

export interface AddressVector {
  readonly group: string;
  readonly address: string;
  readonly verdict: Verdict;
}

export interface RebindingVector {
  readonly group: string;
  readonly url: string;
  readonly set: Stage;
  readonly connect: Stage;
}

interface VectorFile {
  readonly description: string;
  readonly urls: readonly UrlVector[];
  readonly addresses: readonly AddressVector[];
  readonly rebinding: readonly RebindingVector[];
}

const path = join(import.meta.dirname, "../../../../../spec/examples/webhook-addresses.json");
export const vectors: VectorFile = vectorFile().parse(JSON.parse(readFileSync(path, "utf8")));

function vectorFile(): z.ZodType<VectorFile> {
  const group = z.string();
  const stage = { resolves: z.array(z.string()).min(1).optional(), verdict: z.enum(["allowed", "refused"]) };
  const urls = z.strictObject({ group, url: z.string(), ...stage });
  const addresses = z.strictObject({ group, address: z.string(), verdict: stage.verdict });
  const both = { set: z.strictObject(stage), connect: z.strictObject(stage) };
  const rebinding = z.strictObject({ group, url: z.string(), ...both });
  return z.strictObject({
    description: z.string(),
    urls: z.array(urls),
    addresses: z.array(addresses),
    rebinding: z.array(rebinding),
  });
}

/** Any name has these addresses; with `undefined` it has none. */
export function resolverOf(addresses: readonly string[] | undefined): Resolve {
  return async (hostname) => {
    if (addresses !== undefined) return addresses;
    throw Object.assign(new Error(`${hostname} has no address`), { code: "ENOTFOUND" });
  };
}

/** One row per group: its vectors are compared at once, so that a failure shows those that differ. */
export function byGroup<Vector extends { group: string }>(
  list: readonly Vector[],
): [group: string, vectors: Vector[]][] {
  return [...Map.groupBy(list, ({ group }) => group)];
}

export function wordOf(allowed: boolean): Verdict {
  return allowed ? "allowed" : "refused";
}
