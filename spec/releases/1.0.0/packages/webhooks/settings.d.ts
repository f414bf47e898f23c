import type { SeenOptions, WebhookHandlerOptions } from "./handler-options.ts";
export interface Settings extends Omit<WebhookHandlerOptions, "seen" | "maxBodyBytes"> {
    readonly maxBodyBytes: number;
    readonly seen: SeenSettings | null;
}
export interface SeenSettings extends Pick<SeenOptions, "store" | "key"> {
    readonly prefix: string;
    readonly retentionSeconds: number;
    readonly leaseSeconds: number;
    readonly storeTimeoutSeconds: number;
}
export declare function settingsOf(options: WebhookHandlerOptions): Settings;
