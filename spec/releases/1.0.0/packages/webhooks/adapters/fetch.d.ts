import type { Receive } from "../receive.ts";
export type FetchAdapter = (request: Request) => Promise<Response>;
export interface HonoContext {
    readonly req: {
        readonly raw: Request;
    };
}
export declare function fetchAdapter(receive: Receive): FetchAdapter;
