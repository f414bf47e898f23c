// Operations and channels of the model -> where Redoc shows them.
import type { Channel, Message, Operation } from "../../../generators/src/description.ts";

export function routeOf(operation: Operation): string {
  return `${segment(operation.tags[0] ?? "other")}/${segment(operation.id)}`;
}

export function channelRoute(channel: Channel): string {
  return `channels/${segment(channel.key)}`;
}

export function messageLabel(message: Message): string {
  return message.title ?? message.eventName;
}

export function schemaRoute(name: string): string {
  return `schemas/${segment(name)}`;
}

function segment(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_-]+/gu, "-");
}
