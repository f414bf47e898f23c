// The published vectors of signatures, for the tests of everything that signs and verifies. Their form is checked with the description.
import { readFileSync } from "node:fs";

export interface SignatureVector {
  readonly name: string;
  readonly valid: boolean;
  readonly secret: string;
  readonly event: string | null;
  readonly timestamp: string;
  readonly rawBody?: string;
  readonly rawBodyBase64?: string;
  readonly signature: string;
}

const file = new URL("../examples/signatures.json", import.meta.url);
const published: { readonly vectors: readonly SignatureVector[] } = JSON.parse(readFileSync(file, "utf8"));

export const vectors: readonly SignatureVector[] = published.vectors;
