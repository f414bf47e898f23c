// An operation -> the call that sends it and resolves to the body of its success.
import { type Code, call, code, generatedSymbol, type Operation } from "waybill/plugin";

/** `throwing(send)(getOrder, request, { signal })` */
export function callOf({ name }: Operation, send: Code, args: readonly Code[]): Code {
  const throwing = code`${generatedSymbol("throwing", "client", "throwing.gen.ts")}(${send})`;
  return call(throwing, [code`${generatedSymbol(name, "client", "operations.gen.ts")}`, ...args]);
}
