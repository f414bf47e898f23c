import { type Answer } from "./answer.ts";
import type { Delivery, ErrorContext } from "./handler-options.ts";
import type { Settings } from "./settings.ts";
export interface Known {
    readonly context: ErrorContext;
    readonly delivery: Delivery;
}
export declare function handleOnce(handle: () => unknown, { context, delivery }: Known, settings: Settings): Promise<Answer>;
