// The rules that were major between published releases -> the verdict of a person on each, for a TypeScript consumer: one whose code
// uses generated types and who validates what arrives.

export interface Judgement {
  /** Why it breaks such a consumer, or why it does not. */
  readonly reason: string;
  /** Which of its changes break none. Default: no change. */
  readonly isWrong?: (change: JudgedChange) => boolean;
}

export interface JudgedChange {
  readonly uses: readonly { readonly direction: string; readonly bump: string }[];
}

const renamed = "code that calls or imports the old name no longer compiles";

/** Each row was read change by change; a rule without a row fails the run. */
export const judgements: Readonly<Record<string, Judgement>> = {
  "alternative-added": { reason: "validation rejects it, and an exhaustive `switch` does not handle it" },
  "closed-property-added": {
    reason: "the base says `additionalProperties: false`, so generated schemas of the base reject the member",
  },
  "closed-property-removed": { reason: "code that sends or reads the member no longer compiles" },
  "default-removed": { reason: "a request that omits it changes its meaning" },
  "enum-lifted": { reason: "values arrive that the type of the base excludes" },
  "enum-value-added": { reason: "validation rejects it, and an exhaustive `switch` does not handle it" },
  "enum-value-removed": { reason: "requests with the value are rejected, and it no longer compiles" },
  "max-items-lowered": { reason: "longer lists are rejected" },
  "max-length-lowered": { reason: "longer texts are rejected" },
  "max-length-raised": { reason: "validation against the base rejects longer texts" },
  "maximum-lowered": { reason: "larger numbers are rejected" },
  "maximum-raised": { reason: "validation against the base rejects larger numbers" },
  "media-type-removed": { reason: "clients that ask for the old media type get another one, or none" },
  "min-length-lowered": { reason: "validation against the base rejects shorter texts" },
  "min-length-raised": { reason: "shorter texts are rejected" },
  "operation-moved": { reason: "the old address is gone: deployed clients get 404" },
  "operation-removed": { reason: `the address is gone, and ${renamed}` },
  "pattern-changed": { reason: "validation against the base rejects the new values" },
  "property-optional": { reason: "code that reads it without a check no longer compiles" },
  "property-removed": { reason: "code that sends or reads the member no longer compiles" },
  "property-required": { reason: "requests without it are rejected" },
  "schema-renamed": { reason: renamed },
  "scope-required": { reason: "credentials with the scopes of the base are rejected" },
  "status-added": { reason: "code written for the base treats this success as an error, or misreads its body" },
  "status-removed": { reason: "code waits for a success that never arrives" },
  "type-added": { reason: "a value of another type, mostly null, arrives where code does not expect it" },
  "value-narrowed": { reason: "the base accepts every value, so requests with values of other types are rejected" },
};
