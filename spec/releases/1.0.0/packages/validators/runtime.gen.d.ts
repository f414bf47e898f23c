import * as z from "zod";
import * as core from "zod/v4/core";
interface SomeSchema {
    readonly _zod: object;
}
export declare function lazily<Value>(make: () => SomeSchema): z.ZodType<Value>;
export declare function unchanged<Schema extends z.ZodType>(schema: Schema): z.ZodType<z.output<Schema>>;
export type Issue = core.$ZodRawIssue;
export declare function checked<Value>(find: (value: unknown) => readonly Issue[]): z.ZodType<Value>;
export declare function addTo(issues: Issue[], found: readonly Issue[]): void;
export declare function issuesOf(schema: core.$ZodType, value: unknown): Issue[];
export declare function issuesAt(key: PropertyKey, schema: core.$ZodType, value: unknown): Issue[];
export declare function accepts(schema: core.$ZodType, value: unknown): boolean;
type All<Members extends readonly z.ZodType[]> = Members extends readonly [
    infer First extends z.ZodType,
    ...infer Rest extends readonly z.ZodType[]
] ? z.output<First> & All<Rest> : unknown;
export declare function allOf<const Members extends readonly z.ZodType[]>(...schemas: Members): z.ZodType<All<Members>>;
export declare function not(schema: z.ZodType): z.ZodType<unknown>;
export declare function conditional<If extends z.ZodType, Then extends z.ZodType, Else extends z.ZodType>(condition: If, then: Then, otherwise: Else): z.ZodType<(z.output<If> & z.output<Then>) | z.output<Else>>;
interface JsonTypes {
    null: null;
    boolean: boolean;
    number: number;
    string: string;
    array: unknown[];
    object: {
        [name: string]: unknown;
    };
}
type JsonType = keyof JsonTypes;
type Facets = {
    readonly [Type in JsonType]?: z.ZodType;
};
type Typed<Given extends Facets> = {
    [Type in JsonType]: Given[Type] extends z.ZodType ? z.output<Given[Type]> : JsonTypes[Type];
}[JsonType];
export declare function perType<Given extends Facets>(schemas: Given): z.ZodType<Typed<Given>>;
export declare function integer(): z.ZodNumber;
export declare function multipleOf(divisor: number): core.CheckFn<number>;
export declare const dateTimeString: z.ZodCustomStringFormat<"date-time">;
export declare const dateString: z.ZodCustomStringFormat<"date">;
export declare const timeString: z.ZodCustomStringFormat<"time">;
export declare const durationString: z.ZodCustomStringFormat<"duration">;
export declare const emailString: z.ZodCustomStringFormat<"email">;
export declare const uriString: z.ZodCustomStringFormat<"uri">;
export declare const uriReferenceString: z.ZodCustomStringFormat<"uri-reference">;
export type OperationSchemas<Request = object> = ParameterSchemas<Request> & BodySchemas<Request> & {
    readonly responses: Readonly<Record<string, ResponseSchemas>>;
};
export interface ResponseSchemas {
    readonly headers?: z.ZodType;
    readonly body?: Readonly<Record<string, z.ZodType>>;
}
type ParameterSchemas<Request> = {
    readonly [Part in Exclude<keyof Request, "contentType" | "body">]: z.ZodType<Exclude<Request[Part], undefined>>;
};
type Judged<Body> = Body extends AsyncIterable<infer Item> ? Item : Body;
type BodySchemas<Request> = "body" extends keyof Request ? {
    readonly body: Readonly<Record<string, z.ZodType<Judged<Exclude<Request["body" & keyof Request], undefined>>>>>;
} : unknown;
export {};
