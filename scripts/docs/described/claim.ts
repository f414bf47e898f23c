// A claim of the documentation about the API, and the error in it.

export interface Claim {
  /** In the text of the passage. */
  readonly offset: number;
  /** As it is written. */
  readonly said: string;
  /** What the description has instead, in words; `null` when the claim holds. */
  readonly problem: string | null;
}

/** `"order.sent" is no event of the description; did you mean order.shipped?` */
export function unknown(said: string, what: string, near: string | undefined): string {
  return `${said} is no ${what}${near === undefined ? "" : `; did you mean ${near}?`}`;
}
