import type { SecurityRequirement, SecurityScheme } from "./runtime.gen.ts";
export type Credential = {
    readonly kind: "bearer";
    readonly token: string;
} | {
    readonly kind: "basic";
    readonly username: string;
    readonly password: string;
} | {
    readonly kind: "apiKey";
    readonly value: string;
} | {
    readonly kind: "http";
    readonly scheme: string;
    readonly value: string;
} | {
    readonly kind: "mutualTLS";
};
export interface PresentedCredentials {
    readonly schemes: readonly {
        readonly name: string;
        readonly scopes: readonly string[];
        readonly credential: Credential;
    }[];
}
export interface CredentialSource {
    readonly header: (name: string) => string | null;
    readonly query: string;
}
export declare function readCredentials(security: readonly SecurityRequirement[], schemes: Readonly<Record<string, SecurityScheme>>, source: CredentialSource): readonly PresentedCredentials[];
