// A generated client that calls a generated server in the same process. Their types are held by the compilers of the scenarios.
import path from "node:path";

export type Received = Readonly<Record<string, unknown>>;
type Call = (request: unknown) => Promise<{ readonly status: number; readonly body: unknown }>;

export interface ClientModule<Name extends string> {
  readonly createSend: (options: object) => unknown;
  readonly createClient: (send: unknown) => Readonly<Record<Name, Call>>;
  readonly buildRequest: (operation: unknown, request: unknown, baseUrl: string) => unknown;
  readonly operations: Readonly<Record<Name, unknown>>;
}

export interface ServerModule {
  readonly routes: unknown;
  readonly createFetchHandler: (options: object) => (request: Request) => Promise<Response>;
}

type Serve = (request: Request) => Promise<Response>;

export interface Connected<Name extends string> {
  readonly client: ClientModule<Name>;
  readonly server: ServerModule;
  /** `around`: between the two. */
  readonly connect: (
    handlers: Readonly<Record<Name, (request: Received) => unknown>>,
    around?: (serve: Serve) => Serve,
  ) => ReturnType<ClientModule<Name>["createClient"]>;
}

/** What was generated into `client` and `server` below the folder. */
export async function loadConnected<Name extends string>(directory: string): Promise<Connected<Name>> {
  const client: ClientModule<Name> = await import(path.join(directory, "client/index.gen.ts"));
  const server: ServerModule = await import(path.join(directory, "server/index.gen.ts"));
  const { routes } = server;
  const connect: Connected<Name>["connect"] = (handlers, around = (serve) => serve) => {
    const options = { routes, handlers, context: () => ({}), checkResponses: true };
    const serve = around(server.createFetchHandler(options));
    const fetch = (url: string, init: RequestInit): Promise<Response> => serve(new Request(url, init));
    return client.createClient(client.createSend({ baseUrl: "http://local.test", fetch }));
  };
  return { client, server, connect };
}
