export interface Styled {
    readonly name: string;
    readonly part: "path" | "query" | "headers" | "cookies";
    readonly style?: "simple" | "label" | "matrix" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject";
    readonly explode?: boolean;
    readonly allowReserved?: true;
    readonly mediaType?: string;
}
type Writer = (parameter: Styled, value: unknown) => readonly string[];
export declare const writePath: Writer;
export declare const writeLabel: Writer;
export declare const writeMatrix: Writer;
export declare const writeForm: Writer;
export declare const writeDelimited: Writer;
export declare const writeDeepObject: Writer;
export declare const writeHeader: Writer;
export declare const writeDocument: Writer;
export {};
