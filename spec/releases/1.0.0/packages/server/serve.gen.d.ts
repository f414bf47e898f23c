import { type Outgoing } from "./answers.gen.ts";
import { type Answer, Refusal } from "./refusals.gen.ts";
import { type RequestValues } from "./requests.gen.ts";
import { type Route } from "./runtime.gen.ts";
export interface Incoming {
    readonly method: string;
    readonly pathname: string;
    readonly query: string;
    readonly header: (name: string) => string | null;
    readonly body: ReadableStream<Uint8Array> | null;
    readonly signal: AbortSignal;
}
export interface FoundRequest<Name extends string = string> extends Incoming {
    readonly route: Route<Name>;
}
export interface Service<Name extends string, Context> {
    readonly routes: readonly Route<Name>[];
    readonly handlers: {
        readonly [Each in Name]: Handler<Context>;
    };
    readonly context: (request: FoundRequest<Name>) => Context | null | Promise<Context | null>;
    readonly prefix?: string | undefined;
    readonly largestBody?: number | undefined;
    readonly refuse?: ((refusal: Refusal, request: Incoming) => Answer) | undefined;
    readonly onError?: ((error: unknown, request: Incoming) => void) | undefined;
    readonly checkAnswers?: boolean | undefined;
}
export type Handler<Context> = {
    handle(request: RequestValues, context: Context): Promise<Answer>;
}["handle"];
export type Serve = (request: Incoming) => Promise<Outgoing>;
export declare function createServe<Name extends string, Context>(service: Service<Name, Context>): Serve;
export declare function createFetchHandler<Name extends string, Context>(service: Service<Name, Context>): (request: Request) => Promise<Response>;
