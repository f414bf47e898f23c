import type { FoundRequest } from "./serve.gen.ts";
export interface RequestValues {
    readonly path?: unknown;
    readonly query?: unknown;
    readonly headers?: unknown;
    readonly cookies?: unknown;
    readonly contentType?: unknown;
    readonly body?: unknown;
}
export declare function readValues({ route, query, header }: FoundRequest, path: ReadonlyMap<string, string>): RequestValues;
export declare function readBody(request: FoundRequest, largest: number): Promise<RequestValues>;
