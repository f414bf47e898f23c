export interface BodyFormat {
    readonly kind: "json" | "form" | "multipart" | "text" | "binary" | "events" | "lines" | "sequence";
    readonly write: (body: unknown) => WireBody;
    readonly read: (response: Response, signal?: AbortSignal) => Promise<unknown>;
}
export type WireBody = string | Blob | FormData | ReadableStream<Uint8Array>;
