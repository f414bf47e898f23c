import type { Put, PutBody } from "./runtime.gen.ts";
export declare const putInPath: Put;
export declare const putInQuery: Put;
export declare const putInHeaders: Put;
export declare const putInCookies: Put;
export declare const putBody: PutBody;
