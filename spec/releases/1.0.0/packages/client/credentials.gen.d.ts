import type { Operation, SecurityScheme } from "./runtime.gen.ts";
import type { OutgoingRequest } from "./send.gen.ts";
export type CredentialSource<Value> = Value | (() => Value | Promise<Value>);
export interface UserAndPassword {
    readonly username: string;
    readonly password: string;
}
export type Credential = string | UserAndPassword | true;
export interface Authorization {
    readonly schemes: Readonly<Record<string, SecurityScheme>>;
    readonly security: readonly (readonly string[])[];
    readonly credentials: Readonly<Record<string, CredentialSource<Credential> | undefined>>;
}
export type RequestHook = (request: OutgoingRequest, operation: Operation) => Promise<void>;
export declare function createAuthorization({ schemes, security, credentials }: Authorization): RequestHook;
