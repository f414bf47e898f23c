// The program in argv[2] and the cases in argv[3] -> the names of those it judges wrong, one a line.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Case } from "../cases.ts";

const [, , program = "", file = ""] = process.argv;
const { verify }: typeof import("../../../../docs/guides/verify/node.ts") = await import(pathToFileURL(program).href);
const cases: readonly Case[] = JSON.parse(readFileSync(file, "utf8"));

for (const { name, secret, timestamp, signature, body, now, valid } of cases) {
  const delivery = { timestamp, signature, rawBody: Buffer.from(body, "base64") };
  if (verify(secret, delivery, now) !== valid) console.log(name);
}
