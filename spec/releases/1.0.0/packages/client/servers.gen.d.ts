import type { CredentialSource, RequestHook } from "./credentials.gen.ts";
import type { SecurityScheme, Server } from "./runtime.gen.ts";
export declare const servers: readonly Server[];
export declare const securitySchemes: Readonly<Record<string, SecurityScheme>>;
export declare const defaultSecurity: readonly (readonly string[])[];
export interface Credentials {
    readonly bearer?: CredentialSource<string> | undefined;
}
export declare function authorizeWith(credentials: Credentials): RequestHook;
