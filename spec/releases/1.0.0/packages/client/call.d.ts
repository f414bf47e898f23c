import type { ApiError, Exchange, FetchAnswer, Operation, PatientCallOptions, RequestParts } from "./index.gen.ts";
import type { Send } from "./send.ts";
export interface Call<Answer> extends Promise<SuccessBody<Answer>> {
    result(): Promise<FetchAnswer<Answer>>;
}
export type SuccessBody<Answer> = Answer extends {
    readonly status: 200 | 201;
    readonly body: infer Body;
} ? Body : never;
export declare function call<Request extends RequestParts, Answer>(send: Send, operation: Operation<Request, Answer>, request: Request, { options, failure }: Calling): Call<Answer>;
interface Calling {
    readonly options: PatientCallOptions | undefined;
    readonly failure?: (exchange: Exchange, operation: Operation) => ApiError;
}
export {};
