// What the generated runtime throws -> this package's error of the same code, with what this API adds to its message.
import { WebhookVerificationError } from "./errors.ts";
import { WebhookError } from "./runtime/receiving.gen.ts";
import { ParsedBodyError, SecretError } from "./runtime/signatures.gen.ts";

/** Anything else is returned as it is. */
export function ownError(error: unknown): unknown {
  if (error instanceof SecretError) return of("missing_secret", `${error.message} ${whereSecretsAre}`, {});
  if (error instanceof ParsedBodyError) return bodyParsed(error);
  return error instanceof WebhookError ? ownWebhookError(error) : error;
}

const of = WebhookVerificationError.of;

const whereSecretsAre = "The secret is in the response that created the subscription, or last rotated its secret.";

function ownWebhookError(error: WebhookError): Error {
  const { code, message, details } = error;
  const { header = "", age, event = null, issues = [], payload = null } = details;
  switch (code) {
    case "missing_header":
    case "invalid_header":
      return of(code, message, { header });
    case "bad_signature":
      return of(code, message, {});
    case "stale_timestamp":
      return age === undefined ? error : of(code, message, age);
    case "invalid_payload": {
      const payloadIssues = issues.map((issue) => ({ ...issue, path: issue.path.map(pathPart) }));
      return of(code, `${message} Is there a newer version of this package?`, {
        eventName: event,
        issues: payloadIssues,
        payload,
      });
    }
    case "body_parsed":
      return bodyParsed(error);
    default:
      return error;
  }
}

/** The runtime does not know that its adapters are members of the handler. */
function bodyParsed({ message }: Error): WebhookVerificationError {
  return of("body_parsed", message.replaceAll("fastifyHandler(handler)", "handler.fastify"), {});
}

function pathPart(part: PropertyKey): string | number {
  return typeof part === "symbol" ? part.toString() : part;
}
