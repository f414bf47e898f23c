import type { BodyFormat } from "./body-format.gen.ts";
import { type Shape } from "./values.gen.ts";
export interface Route<Name extends string = string> {
    readonly operationId: string;
    readonly handler: Name;
    readonly method: Method;
    readonly path: string;
    readonly segments: readonly Segment[];
    readonly conditions?: readonly Condition[];
    readonly parameters: readonly Parameter[];
    readonly requestBody: RequestBody | null;
    readonly responses: readonly ResponseSpec[];
    readonly security: readonly SecurityRequirement[];
    readonly tags: readonly string[];
    readonly deprecated: boolean;
    readonly extensions: Readonly<Record<string, unknown>>;
    readonly schemas: Schemas;
}
export type Method = "GET" | "PUT" | "POST" | "DELETE" | "OPTIONS" | "HEAD" | "PATCH" | "TRACE" | "QUERY" | (string & {});
export type Segment = string | PathParameter | {
    readonly parts: readonly (string | PathParameter)[];
};
export interface PathParameter {
    readonly parameter: string;
}
export interface Condition {
    readonly in: "query" | "header";
    readonly name: string;
    readonly value: string | null;
}
export interface Parameter {
    readonly name: string;
    readonly in: "path" | "query" | "header" | "cookie";
    readonly required: boolean;
    readonly style: "simple" | "label" | "matrix" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject";
    readonly explode: boolean;
    readonly allowReserved: boolean;
    readonly mediaType: string | null;
    readonly value: Shape;
    readonly default?: unknown;
}
export interface RequestBody {
    readonly required: boolean;
    readonly content: readonly MediaType[];
}
export interface MediaType {
    readonly type: string;
    readonly body: BodyKind;
    readonly format?: BodyFormat;
}
export type BodyKind = "json" | "form" | "multipart" | "text" | "binary" | "events" | "lines" | "sequence";
export interface ResponseSpec {
    readonly status: number | "1XX" | "2XX" | "3XX" | "4XX" | "5XX" | "default";
    readonly headers: readonly HeaderSpec[];
    readonly content: readonly MediaType[];
}
export interface HeaderSpec {
    readonly name: string;
    readonly required: boolean;
    readonly value: Shape;
    readonly explode?: true;
    readonly mediaType?: string;
}
export interface SecurityRequirement {
    readonly schemes: readonly {
        readonly name: string;
        readonly scopes: readonly string[];
    }[];
}
export interface SecurityScheme {
    readonly type: string;
    readonly scheme: string | null;
    readonly in: string | null;
    readonly parameterName: string | null;
}
export interface Schemas {
    readonly path?: Validator;
    readonly query?: Validator;
    readonly headers?: Validator;
    readonly cookies?: Validator;
    readonly body?: BodySchemas;
    readonly responses: Readonly<Record<string, {
        readonly headers?: Validator;
        readonly body?: BodySchemas;
    }>>;
}
export type BodySchemas = Readonly<Record<string, Validator>>;
export interface Validator {
    readonly safeParse: (value: unknown) => Verdict;
}
export type Verdict = {
    readonly success: true;
    readonly data: unknown;
} | {
    readonly success: false;
    readonly error: {
        readonly issues: readonly Issue[];
    };
};
export interface Issue {
    readonly path: readonly PropertyKey[];
    readonly message: string;
}
export declare class NotImplementedError extends Error {
    readonly name = "NotImplementedError";
    readonly code = "not_implemented";
    readonly operationId: string;
    constructor(operationId: string);
}
export declare function notImplemented(operationId: string): Promise<never>;
export type Match<R> = {
    readonly kind: "found";
    readonly route: R;
    readonly path: ReadonlyMap<string, string>;
} | {
    readonly kind: "method-not-allowed";
    readonly allow: readonly Method[];
} | {
    readonly kind: "not-found";
} | {
    readonly kind: "malformed";
};
export type Matcher<R> = (method: string, pathname: string, sent?: Sent) => Match<R>;
export interface Sent {
    readonly query: string;
    readonly header: (name: string) => string | null;
}
export declare function createMatcher<R extends Route>(routes: readonly R[]): Matcher<R>;
