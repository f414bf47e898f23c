// The vectors of signatures -> a verdict on each by Node's own crypto, and exit code 1 when one is not as the file says.
// It imports nothing of this project, so that an error of the project cannot be repeated here.
import { createHmac, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const published = fileURLToPath(new URL("../../spec/examples/signatures.json", import.meta.url));
const { vectors } = JSON.parse(readFileSync(process.argv[2] ?? published, "utf8"));

const mismatches = vectors.filter((vector) => isRight(vector) !== vector.valid);
for (const { name, valid } of mismatches) console.log(`${name}: expected ${valid ? "valid" : "invalid"}`);
const valid = vectors.filter((vector) => vector.valid).length;
console.log(`node: ${vectors.length} vectors, ${valid} of them valid, ${mismatches.length} mismatches`);
process.exitCode = vectors.length > 0 && mismatches.length === 0 ? 0 : 1;

function isRight({ secret, timestamp, rawBody, rawBodyBase64, signature }) {
  const body = rawBody === undefined ? Buffer.from(rawBodyBase64, "base64") : Buffer.from(rawBody, "utf8");
  const digest = createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest("hex");
  const [expected, given] = [Buffer.from(`sha256=${digest}`), Buffer.from(signature)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}
