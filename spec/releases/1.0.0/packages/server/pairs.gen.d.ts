import { type Shape } from "./values.gen.ts";
export type Pairs = readonly (readonly [name: string, text: string])[];
export interface PairStyle {
    readonly name: string;
    readonly style: "simple" | "label" | "matrix" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject";
    readonly explode: boolean;
    readonly value: Shape;
}
type Decode = (text: string) => string;
export interface PairReading {
    readonly isTaken: (name: string) => boolean;
    readonly decode: Decode;
}
export declare function pairsOf(text: string, delimiter: string): [string, string][];
export declare function queryPairsOf(query: string): Pairs;
export declare function queryText(text: string): string;
export declare function plainText(text: string): string;
export declare function styledValueOf(pairs: Pairs, style: PairStyle, { isTaken, decode }: PairReading): unknown;
export {};
