// The settings of a client -> the function that it sends with, and `createClient`.

import { type ClientOptions, createSend, type LenientSendOptions } from "./create-send.ts";
import type { LenientSend } from "./lenient.ts";
import type { Mode } from "./outcomes.ts";
import type { Send } from "./runtime.ts";
import type { CallOptions, FetchSend } from "./send.ts";
import type { ThrowingSend } from "./throwing.ts";
import { throwing } from "./throwing.ts";

/** The mode of a client. */
export interface ClientSettings {
  /** Whether calls resolve to the body of a success, and throw a `ResponseError` for any other response. Default: `false`. */
  readonly throws?: boolean | undefined;
}

/** A function that sends, in any mode. */
export type AnySend<Options> = Send<Options> | ThrowingSend<Options> | LenientSend<Options>;

/** What `createClient` takes first. */
export type Given<Options> = AnySend<Options> | ClientOptions | LenientSendOptions;

/** The clients of a description, by the options of a call and the mode: generated code says what `client` is. */
export interface AnyClients {
  readonly options: unknown;
  readonly mode: Mode;
  readonly client: unknown;
}

export type ClientIn<All extends AnyClients, Options, In extends Mode> = (All & {
  readonly options: Options;
  readonly mode: In;
})["client"];

/** A function that sends says itself what it resolves to; only one that resolves to any response can be made to throw. */
export interface CreateClientOver<All extends AnyClients> {
  /** A client whose calls resolve to the body of a success, and throw a `ResponseError` for any other response. */
  <Options>(send: FetchSend<Options>, settings: { readonly throws: true }): ClientIn<All, Options, "throws">;
  /**
   * A client whose calls resolve to any described response, with its status, headers and body. For a bundle without the operations that
   * you do not use, call `send` with an operation instead.
   */
  <Options>(send: FetchSend<Options>, settings?: { readonly throws?: false }): ClientIn<All, Options, "responses">;
  /** The same as with `{ throws: true }`, for a function that throws already. */
  <Options>(send: ThrowingSend<Options>): ClientIn<All, Options, "throws">;
  /** A client whose calls resolve to any response; one that the description does not define is an `UnexpectedResponse`. */
  <Options>(send: LenientSend<Options>): ClientIn<All, Options, "lenient">;
  /** A client that calls a function of your own. */
  <Options>(send: Send<Options>): ClientIn<All, Options, "described">;
}

/** Compilers print the last overload's error: the one with what nearly everyone passes. */
export interface CreateClientByFetch<All extends AnyClients> {
  /** A client whose calls resolve to any response; one that the description does not define is an `UnexpectedResponse`. */
  (options: LenientSendOptions): ClientIn<All, CallOptions, "lenient">;
  /**
   * A client that sends by `fetch`: the same as `createClient(createSend(options))`. With `throws: true`, calls resolve to the body of a
   * success, and throw a `ResponseError` for any other response; otherwise to any described response.
   */
  <Throws extends boolean = false>(
    options: ClientOptions<Throws>,
  ): ClientIn<All, CallOptions, Throws extends true ? "throws" : "responses">;
}

export type CreateClient<All extends AnyClients> = CreateClientOver<All> & CreateClientByFetch<All>;

/** `methodsOf`: the methods over a function that sends in the mode of the client. */
export function clientMaker<All extends AnyClients>(
  methodsOf: (send: Send<unknown>) => ClientIn<All, unknown, Mode>,
): CreateClient<All> {
  return ((given: Given<unknown>, settings?: ClientSettings) =>
    methodsOf(sendIn(given, settings))) as CreateClient<All>;
}

export function sendIn<Options>(sendOrOptions: Given<Options>, settings: ClientSettings | undefined): Send<Options> {
  const isSend = typeof sendOrOptions === "function";
  const send = isSend ? sendOrOptions : createSend<"throw" | "lenient">(sendOrOptions);
  const { throws }: ClientSettings = (isSend ? settings : (sendOrOptions as ClientOptions)) ?? {};
  return (throws === true ? throwing(send as FetchSend<Options>) : send) as Send<Options>;
}
