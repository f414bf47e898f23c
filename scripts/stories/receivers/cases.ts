// The vectors of signatures, and the edges of the five minutes -> cases for which every program must reach the same verdict.
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

export interface Case {
  readonly name: string;
  readonly secret: string;
  readonly timestamp: string;
  readonly signature: string;
  /** Base64. */
  readonly body: string;
  /** The receiver's clock, in seconds. */
  readonly now: number;
  readonly valid: boolean;
}

const vectorFile = z.object({
  vectors: z
    .array(
      z.object({
        name: z.string(),
        valid: z.boolean(),
        secret: z.string(),
        timestamp: z.string(),
        rawBody: z.string().optional(),
        rawBodyBase64: z.string().optional(),
        signature: z.string(),
      }),
    )
    .min(1),
});

const published = readFileSync(join(import.meta.dirname, "../../../spec/examples/signatures.json"), "utf8");

/** `right`: a program that judges one of them in another way is wrong. `mistaken`: each has a mistake that a program has to notice. */
export function readCases(): { readonly right: readonly Case[]; readonly mistaken: readonly Case[] } {
  return { right: [...casesOf(published), ...times.map(timedCase)], mistaken: mistakes.map(mistakenCase) };
}

/** Each makes one verdict wrong: of the body, of its bytes, of the verdict, of the secret. */
const mistakes: readonly (readonly [name: string, was: string, is: string])[] = [
  ["body-not-ascii", "TASSE-GRÜN", "TASSE-GRUN"],
  ["body-not-utf-8", '"rawBodyBase64": "e', '"rawBodyBase64": "f'],
  ["signature-uppercase", '"valid": false', '"valid": true'],
  ["secret-not-ascii", "whsec_schlüssel", "whsec_schluessel"],
];

function mistakenCase([name, was, is]: (typeof mistakes)[number]): Case {
  const start = published.indexOf(`"name": "${name}"`);
  const text = published.slice(0, start) + published.slice(start).replace(was, is);
  const found = casesOf(text).find((one) => one.name === name);
  if (text === published || found === undefined) throw new Error(`no vector ${name} has ${was}: fix the row`);
  return { ...found, name: `${name}, with a mistake` };
}

/** The published vectors, each judged at its own time. Throws when there are none. */
function casesOf(signatures: string): Case[] {
  const { vectors } = vectorFile.parse(JSON.parse(signatures));
  return vectors.map(({ rawBody, rawBodyBase64, ...vector }): Case => {
    const body = rawBody === undefined ? (rawBodyBase64 ?? "") : Buffer.from(rawBody).toString("base64");
    return { ...vector, body, now: Number(vector.timestamp) };
  });
}

const signedAt = 1_762_161_267;

/** Each is correctly signed: the cases are about the time and its notation. */
const times: readonly (readonly [name: string, timestamp: string, now: number, valid: boolean])[] = [
  ["five minutes old", `${signedAt}`, signedAt + 300, true],
  ["older than five minutes", `${signedAt}`, signedAt + 301, false],
  ["five minutes early", `${signedAt}`, signedAt - 300, true],
  ["earlier than five minutes", `${signedAt}`, signedAt - 301, false],
  ["a time that is empty", "", 0, false],
  ["a time that is no number", "now", 0, false],
  ["a time before 1970", "-1", 0, false],
  ["a time with a sign", `+${signedAt}`, signedAt, false],
  ["a time with a fraction", `${signedAt}.0`, signedAt, false],
  ["a time with a space", ` ${signedAt}`, signedAt, false],
  ["a time with a line break", `${signedAt}\n`, signedAt, false],
  ["a time in hexadecimal", `0x${signedAt.toString(16)}`, signedAt, false],
  ["a time with an exponent", "1e3", 1000, false],
  ["a time that no number holds", "9".repeat(400), signedAt, false],
  ["a time that wraps around", `${2n ** 64n + BigInt(signedAt)}`, signedAt, false],
];

function timedCase([name, timestamp, now, valid]: (typeof times)[number]): Case {
  const secret = "whsec_example_6f0c1d4b9e7a4f52b83d";
  const body = '{"event":"webhook.test"}';
  const digest = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  return { name, secret, timestamp, signature: `sha256=${digest}`, body: btoa(body), now, valid };
}
