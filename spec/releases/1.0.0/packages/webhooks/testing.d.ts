import type { WebhookHeaders } from "@fulfillment/types";
import type { EventMap } from "./events.gen.ts";
import { eventExamples } from "./examples.gen.ts";
export type ExampleEventName = keyof EventMap & keyof typeof eventExamples;
export type EventData<Name extends ExampleEventName> = EventMap[Name]["data"];
export type ExampleName<Name extends ExampleEventName> = (typeof eventExamples)[Name][number]["name"];
export interface CreateEventOptions<Name extends ExampleEventName> {
    readonly example?: ExampleName<Name> | undefined;
}
export interface CreateDeliveryOptions<Name extends ExampleEventName> extends CreateEventOptions<Name> {
    readonly secret: string;
    readonly data?: Partial<EventData<Name>> | undefined;
    readonly timestamp?: number | undefined;
    readonly now?: (() => number) | undefined;
}
export interface TestDelivery<Name extends ExampleEventName> {
    readonly rawBody: string;
    readonly headers: WebhookHeaders;
    readonly event: EventMap[Name];
    readonly toRequest: (url: string | URL) => Request;
}
export declare function createEvent<Name extends ExampleEventName>(name: Name, data?: Partial<EventData<Name>>, { example }?: CreateEventOptions<Name>): EventMap[Name];
export declare function createDelivery<Name extends ExampleEventName>(name: Name, options: CreateDeliveryOptions<Name>): Promise<TestDelivery<Name>>;
export declare function isExampleEventName(name: string): name is ExampleEventName;
export declare const exampleEventNames: readonly ExampleEventName[];
export declare function exampleNamesOf<Name extends ExampleEventName>(name: Name): readonly ExampleName<Name>[];
