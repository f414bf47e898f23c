import type { CallOptions, FetchSend } from "./send.gen.ts";
export interface Patience {
    readonly retries?: number | undefined;
    readonly maxRateLimitWait?: number | undefined;
}
export type PatientCallOptions = CallOptions & Patience;
export declare function withRetries(send: FetchSend, patience?: Patience): FetchSend<PatientCallOptions>;
