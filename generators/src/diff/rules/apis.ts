// Whether there is a description of HTTP, and of messages, at all.
import type { AnyKind, Kind } from "../change.ts";
import { adds, breaks } from "../rule.ts";

const uneven = "something more need not be used, and something that is gone cannot be";

export const httpDescribed: Kind<void> = {
  ...adds,
  id: "http-described",
  opposite: "http-undescribed",
  uneven,
  message: () => "there is a description of HTTP",
};

export const httpUndescribed: Kind<void> = {
  ...breaks,
  id: "http-undescribed",
  opposite: "http-described",
  uneven,
  message: () => "there is no description of HTTP any more",
};

export const messagingDescribed: Kind<void> = {
  ...adds,
  id: "messages-described",
  opposite: "messages-undescribed",
  uneven,
  message: () => "there is a description of messages",
};

export const messagingUndescribed: Kind<void> = {
  ...breaks,
  id: "messages-undescribed",
  opposite: "messages-described",
  uneven,
  message: () => "there is no description of messages any more",
};

export const apiKinds: readonly AnyKind[] = [httpDescribed, httpUndescribed, messagingDescribed, messagingUndescribed];
