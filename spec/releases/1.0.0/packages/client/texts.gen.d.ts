import type { Writer } from "./runtime.gen.ts";
export declare const writePathText: Writer;
export declare const writeQueryText: Writer;
