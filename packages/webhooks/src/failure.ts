// A failed delivery -> the response to its sender, which reveals little, and the report to `onError`, which contains everything.
import { type AnswerCode, isReceiverFault, refused } from "./answer.ts";
import { WebhookVerificationError } from "./errors.ts";
import type { ErrorContext } from "./handler-options.ts";
import type { Answer } from "./raw-body.gen.ts";
import type { Settings } from "./settings.ts";

export const nothingKnown: ErrorContext = { event: null, unknownEvent: null, delivery: null };

/** What befell a delivery, and how far it had got. */
export interface Failure {
  readonly error: unknown;
  readonly context: ErrorContext;
}

/** Reports the error, and responds with its own code if it is about verification, with `code` otherwise. */
export async function refuse(
  code: "handler_failed" | "internal_error" | "unreadable_body" | "payload_too_large",
  failure: Failure,
  settings: Settings,
): Promise<Answer> {
  const { error } = failure;
  const isAboutThis = code !== "handler_failed" && error instanceof WebhookVerificationError;
  const answer = isAboutThis ? refused(error.code, error.message) : refused(code, sentences[code]);
  await report(failure, settings, isAboutThis ? error.code : code);
  return answer;
}

/** Nothing is read off what was thrown, which may be anything: of an object without a prototype there is not even a text. */
const sentences = {
  handler_failed: "The event could not be handled.",
  internal_error: "The event could not be handled.",
  unreadable_body: "The body could not be read to its end.",
  payload_too_large: "The body is longer than it may be.",
} as const;

/** Without `onError`, no payload is printed to the console: it may contain a person's address. */
export async function report({ error, context }: Failure, { onError }: Settings, code: AnswerCode): Promise<void> {
  if (onError === undefined) {
    if (isReceiverFault(code)) console.error("A webhook could not be handled:", error);
    else if (context.delivery !== null) console.error(lostEventText(context.delivery, error));
    return;
  }
  try {
    await onError(error, context);
  } catch (failure) {
    console.error("onError of the webhook handler failed:", failure, "It was called with:", error);
  }
}

function lostEventText({ eventName }: { readonly eventName: string }, error: unknown): string {
  const why = error instanceof Error ? error.message : "";
  return `An authentic webhook, ${JSON.stringify(eventName)}, was refused and does not come again: give onError to keep it. ${why}`;
}
