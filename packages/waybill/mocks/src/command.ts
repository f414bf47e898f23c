// The command `waybill mock` as data; running it loads the server.
import { apiSelectionFlags, type Command, filterFlags, reportFlags } from "waybill/command";

export const command: Command = {
  name: "mock",
  summary: "Serve an API from its description, with sampled responses and validated requests; deliver its events",
  usage: "waybill mock openapi.yaml [asyncapi.yaml] [--port P] [--seed n] [--deliver-to URL] [options]",
  flags: [
    { name: "port", value: "port", summary: "Port to listen on; 0 picks a free one; default: 4010" },
    { name: "host", value: "address", summary: "Address to listen on; default: 127.0.0.1" },
    {
      name: "seed",
      value: "n",
      summary: "Seed of generated values: the same seed gives the same values; default: the simplest values",
    },
    {
      name: "dynamic",
      value: null,
      summary: "Generate new values for every response and ignore examples; same as Prefer: dynamic=true",
    },
    { name: "cors", value: null, summary: "Allow requests from pages of every origin; the default" },
    { name: "no-cors", value: null, summary: "Send no CORS headers" },
    { name: "no-auth", value: null, summary: "Require no credentials" },
    {
      name: "stateful",
      value: null,
      summary: "Remember what is created, changed and deleted, and list it page by page",
    },
    { name: "delay", value: "ms", summary: "Milliseconds before each response; default: 0" },
    { name: "deliver-to", value: "url", summary: "URL that receives the events of the AsyncAPI description" },
    {
      name: "secret",
      value: "text",
      summary: "Signing secret of deliveries; default: WAYBILL_SECRET, else a generated one, which is printed",
    },
    {
      name: "event",
      value: "name",
      repeat: true,
      summary: "Deliver an example of this event to --deliver-to, then exit",
    },
    ...filterFlags,
    ...apiSelectionFlags,
    ...reportFlags,
  ],
  positionals: "an OpenAPI document, an AsyncAPI document, or one of each (files, URLs, npm:package)",
  notes: [
    "A request chooses its response: Prefer: code=404, Prefer: example=name, Prefer: dynamic=true; Accept chooses the media type.",
    "POST /__waybill/events/{event} delivers an example of an event; GET /__waybill/events lists them.",
    "Needs the package @waybill/mocks: npm install --save-dev @waybill/mocks",
  ],
  run: async (args, terminal) => (await import("./server/mock.ts")).mock(args, terminal),
};
