// Each way in which a delivery can fail to verify, to an error that has a code and what belongs to that code.

/** What an error of each code carries besides its message. */
export interface VerificationErrorDetails {
  /** A header that every delivery has is not there. */
  missing_header: { readonly header: string };
  /** A header is malformed, was sent twice, or contradicts the payload. */
  invalid_header: { readonly header: string };
  /** The given body is not the raw body: it was parsed or consumed before. The delivery is not at fault. */
  body_parsed: object;
  /** The secret is missing or empty. The delivery is not at fault. */
  missing_secret: object;
  /** None of the secrets made this signature for this timestamp and these bytes. */
  bad_signature: object;
  /** Authentic, but signed too long ago or too far ahead. */
  stale_timestamp: {
    /** When it was signed. */
    readonly timestamp: Date;
    /** How far that is from now, rounded up. */
    readonly secondsOff: number;
    readonly toleranceSeconds: number;
  };
  /** Authentic, and of a kind that this version of the package does not know. */
  unknown_event: {
    readonly eventName: string;
    /** The parsed body. Its signature was right; nothing else about it is known. */
    readonly payload: UnknownWebhookEvent;
  };
  /** Authentic, and not what the API describes: no UTF-8, no JSON, or fields that are missing or of another type. */
  invalid_payload: {
    /** `null` when the payload does not get as far as to name one. */
    readonly eventName: string | null;
    readonly issues: readonly PayloadIssue[];
    /** The parsed body, for what must not be lost; `null` where it is no JSON, or nested too deeply to go through. */
    readonly payload: unknown;
  };
  /** The promise of `verifyWebhook` was used as if it were the event. The delivery is not at fault. */
  not_awaited: object;
}

export type VerificationErrorCode = keyof VerificationErrorDetails;

/** An event this version of the package does not know, as it was sent. */
export interface UnknownWebhookEvent {
  readonly event: string;
  readonly [member: string]: unknown;
}

/** What is wrong with one place of a payload. */
export interface PayloadIssue {
  /** `["data", "products", 0, "sku"]`; empty for the payload as a whole. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** An error of one code, with what belongs to it. */
export type VerificationErrorOf<Code extends VerificationErrorCode> = WebhookVerificationError & {
  readonly code: Code;
} & VerificationErrorDetails[Code];

/** An error of any code: comparing `code` narrows its fields. */
export type AnyVerificationError = {
  [Code in VerificationErrorCode]: VerificationErrorOf<Code>;
}[VerificationErrorCode];

/**
 * Why a delivery was not accepted. After `error instanceof WebhookVerificationError`, comparing `error.code` gives the fields
 * of that code. Messages say what to do; they hold no secret and no signature.
 */
export class WebhookVerificationError extends Error {
  override readonly name: string = "WebhookVerificationError";
  readonly code: VerificationErrorCode;

  private constructor(code: VerificationErrorCode, message: string) {
    super(message);
    this.code = code;
  }

  /** An error of this code, with everything that belongs to it. */
  static of<Code extends VerificationErrorCode>(
    code: Code,
    message: string,
    details: VerificationErrorDetails[Code],
  ): WebhookVerificationError {
    return Object.assign(new WebhookVerificationError(code, message), details);
  }

  /** As it is for every class, typed so that comparing `code` narrows to the fields of that code. */
  static override [Symbol.hasInstance](value: unknown): value is AnyVerificationError {
    return Function.prototype[Symbol.hasInstance].call(WebhookVerificationError, value);
  }
}
