import type { Parameter } from "./runtime.gen.ts";
export interface ParameterSource {
    readonly path: ReadonlyMap<string, string>;
    readonly query: string;
    readonly header: (name: string) => string | null;
}
export interface ParameterValues {
    readonly path: Readonly<Record<string, unknown>>;
    readonly query: Readonly<Record<string, unknown>>;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly cookies: Readonly<Record<string, unknown>>;
    readonly unreadable: readonly Parameter[];
}
export declare function readParameters(parameters: readonly Parameter[], source: ParameterSource): ParameterValues;
