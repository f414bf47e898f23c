// The command `waybill conform` as data; running it loads the kit.
import { apiSelectionFlags, type Command, reportFlags } from "waybill/command";

export const command: Command = {
  name: "conform",
  summary: "Check a running service and its webhooks against the description",
  usage: "waybill conform --url U [--key K] [--key OTHER] [--webhook-port P] [--value name=value]... [options]",
  flags: [
    {
      name: "url",
      value: "address",
      summary: "Address of the service; the paths of the description are appended to it",
    },
    {
      name: "key",
      value: "key",
      repeat: true,
      summary:
        "API key; default: WAYBILL_KEY; - reads it from stdin; for one security scheme, write scheme=key; a second one is of another account",
    },
    {
      name: "other-address",
      value: "address",
      repeat: true,
      summary: "Another address of this machine, which the service sees as another client; repeatable",
    },
    { name: "other-key", value: "key", summary: "Key of another account; default: WAYBILL_OTHER_KEY" },
    {
      name: "spare-key",
      value: "key",
      summary:
        "Another key of the account, which reads the same; --trigger 'revoke=…' revokes it; default: WAYBILL_SPARE_KEY",
    },
    {
      name: "revoked-key",
      value: "key",
      repeat: true,
      summary: "Key that has been revoked; default: WAYBILL_REVOKED_KEY; repeatable",
    },
    {
      name: "webhook-port",
      value: "port",
      summary: "Receive deliveries on this port of 127.0.0.1; 0 picks a free one",
    },
    {
      name: "webhook-url",
      value: "address",
      summary: "Address at which the service reaches that port, such as a tunnel; {port} is replaced with the port",
    },
    {
      name: "webhook-secret",
      value: "text",
      summary: "Signing secret, if no operation creates subscriptions; default: WAYBILL_SECRET",
    },
    {
      name: "value",
      value: "name=value",
      repeat: true,
      summary: "Value that exists in the service, as JSON or text: sku=MUG; repeatable",
    },
    { name: "values", value: "file", summary: "File with such values as a JSON object; - reads it from stdin" },
    { name: "trigger", value: "event=command", repeat: true, summary: "Command that triggers an event; repeatable" },
    {
      name: "excuses",
      value: "file",
      summary: "File of declared statuses, headers and messages that a run may miss, each with a reason",
    },
    {
      name: "complete",
      value: null,
      summary: "Exit 1 if a declared status, header or message was neither seen nor excused",
    },
    {
      name: "require",
      value: "check",
      repeat: true,
      summary: "Exit 1 if this check applies and did not run; all for every check; repeatable",
    },
    {
      name: "report",
      value: "format=file",
      repeat: true,
      summary: "Write a report: text, json, junit, html, sarif, or har with every request of the run; repeatable",
    },
    {
      name: "verbose",
      value: null,
      summary: "Print every finding in full; default: a fault of many operations once, with their names",
    },
    { name: "only", value: "case", summary: "Run only the cases whose id starts with this, and those they depend on" },
    {
      name: "seed",
      value: "n",
      summary: "Seed of generated values: the same seed sends the same requests; default: 1",
    },
    { name: "random", value: "n", summary: "Random valid requests per operation; default: 3" },
    { name: "max-requests", value: "n", summary: "Stop after this many requests; default: 5000" },
    {
      name: "spend-budget",
      value: null,
      summary: "Send requests until the rate limit rejects them; uses up the budget of the key",
    },
    { name: "fail-fast", value: null, summary: "Stop at the first finding" },
    { name: "timeout", value: "seconds", summary: "Maximum wait; default: 15 for a response, 5 for a delivery" },
    ...apiSelectionFlags,
    ...reportFlags,
  ],
  positionals: null,
  notes: [
    "To check a sender without a service: --asyncapi events.yaml --webhook-port 0 --trigger 'order.shipped=./send.sh {url}'.",
    "The run creates, changes and deletes data of the account: use a service and an account for testing.",
    "A --trigger command can use every known value of the resource: --trigger 'order.shipped=./ship.sh {orderId}'.",
    "--trigger 'revoke=./revoke.sh {key}' revokes the spare key. An address in place of a command gets the values as JSON by POST.",
    "To trigger one variant of an event, name members of its delivery: --trigger 'cart.changed?change=REMOVED=./remove.sh'.",
    "Needs the package @waybill/conformance: npm install --save-dev @waybill/conformance",
  ],
  run: async (args, terminal) => (await import("./conform.ts")).conform(args, terminal),
};
