import type { BodyFormat } from "./body-format.gen.ts";
export declare const json: BodyFormat;
export declare const text: BodyFormat;
export declare const binary: BodyFormat;
export declare const form: BodyFormat;
export declare const multipart: BodyFormat;
