import type { EventMap, HeaderMap } from "./events.gen.ts";
import * as z from "zod";
export declare const eventSchemas: {
    readonly [Name in keyof EventMap]: z.ZodType<EventMap[Name]>;
};
export declare const headerSchemas: {
    readonly [Name in keyof HeaderMap]: z.ZodType<HeaderMap[Name]>;
};
