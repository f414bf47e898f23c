import { type FetchSend, type PatientCallOptions, type SendOptions } from "./index.gen.ts";
export interface SendSettings extends Omit<SendOptions, "baseUrl" | "authorize" | "errorOf"> {
    readonly apiKey: string | (() => string | Promise<string>);
    readonly baseUrl?: string | undefined;
    readonly userAgent?: string | undefined;
}
export type Send = FetchSend<PatientCallOptions>;
export declare function createSend({ apiKey, baseUrl, userAgent, ...options }: SendSettings): Send;
