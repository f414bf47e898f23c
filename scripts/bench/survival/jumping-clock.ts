// Preloaded into a service (`--import`): its clock is ahead by the next number of WAYBILL_CLOCK, in milliseconds, after each SIGUSR2.
import { z } from "zod";

const steps = z.array(z.number()).parse(JSON.parse(process.env["WAYBILL_CLOCK"] ?? "[]"));
const RealDate = Date;
let ahead = 0;
let next = 0;

process.on("SIGUSR2", () => {
  ahead = steps[next % steps.length] ?? 0;
  next += 1;
});

globalThis.Date = new Proxy(RealDate, {
  construct: (target, parameters: []) =>
    parameters.length === 0 ? new target(RealDate.now() + ahead) : Reflect.construct(target, parameters),
  apply: () => new RealDate(RealDate.now() + ahead).toString(),
  get: (target, name, receiver) => (name === "now" ? now : Reflect.get(target, name, receiver)),
});

function now(): number {
  return RealDate.now() + ahead;
}
