import type { Operation, Server } from "./runtime.gen.ts";
export interface ServerChoice {
    readonly server?: ((servers: readonly Server[]) => Server | undefined) | undefined;
    readonly variables?: Readonly<Record<string, string>> | undefined;
    readonly origin?: string | undefined;
}
export declare function baseUrlsOf(servers: readonly Server[], choice?: ServerChoice): (operation: Pick<Operation, "servers">) => string;
export declare function serverUrlOf({ url, variables }: Server, chosen?: Readonly<Record<string, string>>): string;
