// The target `channels`: channels, operations and messages of AsyncAPI -> typed publish, subscribe, request and respond over WebSockets,
// server-sent events, NATS, Kafka, MQTT, AMQP, and what implements the interface of these. The output has no dependency but Zod.
import { defineTarget, type Target, valuesUnlikeJson } from "waybill/plugin";
import { renderChannels } from "./channels-files.ts";
import { accepts, type ChannelsOptions, defaults } from "./options.ts";

export type { ChannelsOptions };

const channels: Target<ChannelsOptions, "channels"> = defineTarget({
  name: "channels",
  summary: "typed publish and subscribe over WebSocket, server-sent events, NATS, Kafka, MQTT and AMQP",
  needs: ["types", "zod"],
  document: "asyncapi",
  options: defaults,
  accepts,
  // Dates are texts on the wire, which is what is validated.
  refuses: valuesUnlikeJson,
  render: renderChannels,
});

export default channels;
