import { type Service } from "./serve.gen.ts";
export interface NodeRequest {
    readonly method?: string | undefined;
    readonly url?: string | undefined;
    readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
    readonly complete: boolean;
    on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
    on(event: "end" | "close", listener: () => void): unknown;
    on(event: "error", listener: (error: Error) => void): unknown;
    pause(): unknown;
    resume(): unknown;
}
export interface NodeResponse {
    readonly writableFinished: boolean;
    readonly destroyed: boolean;
    writeHead(status: number, headers: Record<string, string | string[]>): unknown;
    flushHeaders(): void;
    write(chunk: Uint8Array): boolean;
    end(chunk?: string): unknown;
    once(event: "drain" | "close", listener: () => void): unknown;
    destroy(error?: Error): unknown;
}
export declare function createNodeHandler<Name extends string, Context>(service: Service<Name, Context>): (request: NodeRequest, response: NodeResponse) => void;
