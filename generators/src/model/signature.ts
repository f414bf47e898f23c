// How deliveries are signed, as `x-waybill-signature` states it: read once, with every default filled in.
import type { Location } from "../source/index.ts";

export interface Signature {
  readonly scheme: SignatureScheme;
  /** The value of the extension. */
  readonly at: Location;
}

export const signatureAlgorithms = ["hmac-sha1", "hmac-sha256", "hmac-sha384", "hmac-sha512", "ed25519"] as const;

/** Plain data. The runtime of generated receivers has the same type. */
export interface SignatureScheme {
  readonly algorithm: (typeof signatureAlgorithms)[number];
  /** The parts that are joined, in order, to give the bytes that are signed. */
  readonly content: readonly SignedPart[];
  readonly encoding: "hex" | "base64";
  /** The header that holds the signature, after `prefix`. */
  readonly header: string;
  readonly prefix: string;
  /** Set when the header is a list: which of its entries are signatures. */
  readonly list: SignatureList | null;
  readonly timestamp: SignedTimestamp | null;
  readonly secret: SecretFormat;
  /** The query parameter that holds the SHA-256 of a body which is no form, in hex; for schemes that sign `form`. */
  readonly bodyHash: string | null;
  /** Characters of the URL that are signed unescaped, such as `:/?`. */
  readonly unescaped: string;
}

export type SignedPart =
  | { readonly literal: string }
  | { readonly header: string }
  /** `form`: the fields of a form, sorted by name, each as its name and its value. */
  | { readonly use: "body" | "url" | "method" | "timestamp" | "form" };

/** `t=1,v1=ab,v1=cd`: entries between `separator`s, each a key, `assign` and a value. Signatures are the entries of `key`. */
export interface SignatureList {
  readonly separator: string;
  readonly assign: string;
  readonly key: string;
}

export interface SignedTimestamp {
  /** Its header; `null` when it is an entry of the signature's header. */
  readonly header: string | null;
  /** Its key in the list of the signature's header. */
  readonly key: string | null;
  readonly unit: "seconds" | "milliseconds";
  /** In seconds, either way; `null`: a delivery may be of any age. */
  readonly tolerance: number | null;
}

export interface SecretFormat {
  /** Removed from secrets that begin with it, unless `encoding` is `utf-8`: then the whole secret is the key. */
  readonly prefix: string;
  readonly encoding: "utf-8" | "base64" | "hex";
}
