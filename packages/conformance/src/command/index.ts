// The command `waybill conform` as data; running it loads the kit.
import { apiSelectionFlags, type Command, reportFlags } from "waybill/command";

export const command: Command = {
  name: "conform",
  summary: "Check a running service and its webhooks against the description",
  usage: "waybill conform --url U [--key K] [--webhook-port P] [--value name=value]... [options]",
  flags: [
    { name: "url", value: "address", summary: "the service; the description's paths are below it" },
    { name: "key", value: "key", summary: "the credential, or WAYBILL_KEY; - reads it from stdin" },
    {
      name: "other-address",
      value: "address",
      repeat: true,
      summary: "an address of this machine that counts as another client",
    },
    { name: "other-key", value: "key", summary: "a key of another account, or WAYBILL_OTHER_KEY" },
    { name: "revoked-key", value: "key", repeat: true, summary: "a key that was valid once, or WAYBILL_REVOKED_KEY" },
    { name: "webhook-port", value: "port", summary: "receive deliveries on this port of 127.0.0.1; 0 takes any" },
    {
      name: "webhook-url",
      value: "address",
      summary: "where the service reaches that port, such as a tunnel's address; {port} is replaced by the port",
    },
    {
      name: "webhook-secret",
      value: "text",
      summary: "what deliveries are signed with where no operation takes subscriptions, or WAYBILL_SECRET",
    },
    { name: "value", value: "name=value", repeat: true, summary: "what the service knows, as JSON or text: sku=MUG" },
    { name: "values", value: "file", summary: "the same as a JSON object; - reads it from stdin" },
    { name: "trigger", value: "event=command", repeat: true, summary: "a command that triggers an event" },
    { name: "excuses", value: "file", summary: "cells that need not be covered, each with a reason" },
    { name: "complete", value: null, summary: "exit 1 when something declared was neither seen nor excused" },
    { name: "report", value: "format=file", repeat: true, summary: "write a report: text, json, junit or html" },
    { name: "only", value: "case", summary: "run only the cases whose id starts with this, and what they need" },
    { name: "seed", value: "n", summary: "the same seed repeats the same requests; default 1" },
    { name: "random", value: "n", summary: "random valid requests for each operation; default 3" },
    { name: "max-requests", value: "n", summary: "stop after this many requests; default 5000" },
    {
      name: "spend-budget",
      value: null,
      summary: "continue until the rate limit rejects; this uses up the key's budget",
    },
    { name: "fail-fast", value: null, summary: "stop at the first finding" },
    { name: "timeout", value: "seconds", summary: "longest wait; default 15 for a response, 5 for a delivery" },
    ...apiSelectionFlags,
    ...reportFlags,
  ],
  positionals: null,
  notes: [
    "A sender without a service: --asyncapi events.yaml --webhook-port 0 --trigger 'order.shipped=./send.sh {url}'.",
    "It creates, changes and deletes things under the key: use a service and an account meant for testing.",
    "A command of --trigger can use every known value of the resource: --trigger 'order.shipped=./ship.sh {orderId}'.",
    "For what an event can say, --trigger takes members of its delivery: --trigger 'cart.changed?change=REMOVED=./remove.sh'.",
    "Needs the package @waybill/conformance: npm install --save-dev @waybill/conformance",
  ],
  run: async (args, terminal) => (await import("./conform.ts")).conform(args, terminal),
};
