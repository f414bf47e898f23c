import type { Shape } from "./values.gen.ts";
export declare function readText(text: string): unknown;
export declare function readNumber(text: string): unknown;
export declare function readJson(text: string): unknown;
export declare function readAs(shape: Shape, explode?: boolean): (text: string) => unknown;
