import { type Answer, Refusal } from "./refusals.gen.ts";
import { type Route } from "./runtime.gen.ts";
export interface Outgoing {
    readonly status: number;
    readonly headers: Headers;
    readonly body: string | Blob | ReadableStream<Uint8Array> | null;
}
interface Options {
    readonly check: boolean;
    readonly broken: (error: unknown) => void;
}
export declare function outgoingOf(answer: Answer, route: Route, { check, broken }: Options): Outgoing;
export declare function errorAnswerOf<Request>(error: unknown, parts: {
    readonly refuse: (refusal: Refusal, request: Request) => Answer;
    readonly request: Request;
    readonly onError?: ((error: unknown, request: Request) => void) | undefined;
}): Outgoing;
export {};
