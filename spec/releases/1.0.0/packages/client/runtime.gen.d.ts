import type { BodyFormat, WireBody } from "./body-format.gen.ts";
import type { ChooseMediaType } from "./media-types.gen.ts";
export type { BodyFormat, ChooseMediaType, WireBody };
export interface Operation<Request extends RequestParts = never, Response = unknown> {
    readonly id: string;
    readonly method: Method;
    readonly path: string;
    readonly query?: string;
    readonly expression?: string;
    readonly safe: boolean;
    readonly parameters: readonly Parameter[];
    readonly accept?: string;
    readonly requestBody?: RequestBody;
    readonly responses: Readonly<Record<string, ResponseSpec>>;
    readonly security?: readonly (readonly string[])[];
    readonly servers?: readonly Server[];
    readonly "~types"?: (request: Request) => Response;
}
export type Method = "GET" | "PUT" | "POST" | "DELETE" | "OPTIONS" | "HEAD" | "PATCH" | "TRACE" | "QUERY" | (string & {});
export interface Parameter {
    readonly name: string;
    readonly part: "path" | "query" | "headers" | "cookies";
    readonly style?: "simple" | "label" | "matrix" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject";
    readonly explode?: boolean;
    readonly allowReserved?: true;
    readonly mediaType?: string;
    readonly write: Writer;
    readonly put: Put;
}
export type Writer = (parameter: Parameter, value: unknown) => readonly string[];
export type Put = (draft: RequestDraft, name: string, texts: readonly string[]) => void;
export interface RequestDraft {
    readonly headers: Headers;
    path: string;
    query: string;
}
export interface RequestBody {
    readonly content: Content;
    readonly put: PutBody;
}
export type PutBody = (content: Content, request: RequestParts, headers: Headers) => PreparedBody | null;
export interface PreparedBody {
    readonly body: WireBody;
    readonly duplex?: "half";
}
export type Content = Readonly<Record<string, BodyFormat>>;
export interface ResponseSpec {
    readonly headers?: HeaderReaders;
    readonly content?: Content;
    readonly choose?: ChooseMediaType;
}
export type HeaderReaders = Readonly<Record<string, (text: string) => unknown>>;
export interface RequestParts {
    readonly path?: Values | undefined;
    readonly query?: Values | undefined;
    readonly headers?: Values | undefined;
    readonly cookies?: Values | undefined;
    readonly contentType?: string | undefined;
    readonly body?: unknown;
}
export type Values = Readonly<Record<string, unknown>>;
export interface Server {
    readonly url: string;
    readonly name?: string;
    readonly description: string | null;
    readonly variables: Readonly<Record<string, ServerVariable>>;
}
export interface ServerVariable {
    readonly default: string;
    readonly values: readonly string[];
}
export interface SecurityScheme {
    readonly type: string;
    readonly scheme: string | null;
    readonly in: string | null;
    readonly parameterName: string | null;
}
export type Send<Options> = <Request extends RequestParts, Response>(operation: Operation<Request, Response>, request: Request, options?: Options) => Promise<Response>;
