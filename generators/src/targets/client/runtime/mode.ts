// The settings of a client -> the function that it sends with.

import { type ClientOptions, createSend, type LenientSendOptions } from "./create-send.ts";
import type { LenientSend } from "./lenient.ts";
import type { Send } from "./runtime.ts";
import type { FetchSend } from "./send.ts";
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

/** In the types of its callers, `createClient` says what each mode resolves to, and that only a `FetchSend` can be made to throw. */
export function sendIn<Options>(given: Given<Options>, settings: ClientSettings | undefined): Send<Options> {
  const isSend = typeof given === "function";
  const send = isSend ? given : createSend<"throw" | "lenient">(given);
  const { throws }: ClientSettings = (isSend ? settings : (given as ClientOptions)) ?? {};
  return (throws === true ? throwing(send as FetchSend<Options>) : send) as Send<Options>;
}
