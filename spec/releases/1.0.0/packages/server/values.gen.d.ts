export type Shape = Primitive | EnumShape | ArrayShape | ObjectShape | UnionShape;
export type Primitive = "any" | "null" | "boolean" | "integer" | "number" | "string";
export interface EnumShape {
    readonly kind: "enum";
    readonly values: readonly (string | number | boolean | null)[];
}
export interface ArrayShape {
    readonly kind: "array";
    readonly prefix?: readonly Shape[];
    readonly items: Shape;
}
export interface ObjectShape {
    readonly kind: "object";
    readonly properties: Readonly<Record<string, Shape>>;
    readonly patterns?: readonly {
        readonly pattern: string;
        readonly shape: Shape;
    }[];
    readonly additional: Shape | null;
}
export interface UnionShape {
    readonly kind: "union";
    readonly members: readonly Shape[];
}
export declare function readText(text: string, shape: Shape): unknown;
export declare function readHeader(text: string, shape: Shape, explode?: boolean): unknown;
export interface ListStyle {
    readonly explode: boolean;
    readonly decode: (text: string) => string;
}
export declare function readList(texts: readonly string[], shape: Shape, { explode, decode }: ListStyle): unknown;
export declare function readItems(texts: readonly string[], { prefix, items }: ArrayShape): unknown[];
export declare function readMembers(pairs: readonly (readonly [string, string])[], shape: ObjectShape): Record<string, unknown>;
export declare function memberOf({ properties, patterns, additional }: ObjectShape, name: string): Shape | null;
export declare function arrayOf(shape: Shape): ArrayShape | null;
export declare function objectOf(shape: Shape): ObjectShape | null;
export declare function encodeText(text: string): string;
export declare function decodeText(text: string): string | null;
