import type { Schemas } from "./runtime.gen.ts";
type Guard = (value: unknown) => boolean;
export interface Guards {
    readonly path?: Guard;
    readonly query?: Guard;
    readonly headers?: Guard;
    readonly cookies?: Guard;
    readonly body?: Readonly<Record<string, Guard>>;
}
export declare function guarded(schemas: Schemas, guards: Guards): Schemas;
export {};
