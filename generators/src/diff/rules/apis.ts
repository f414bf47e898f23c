// Whether HTTP and messages are described at all.
import type { AnyKind, Kind } from "../change.ts";
import { adds, breaks } from "../rule.ts";

const uneven = "an addition is optional to use, but a removal breaks its users";

export const httpDescribed: Kind<void> = {
  ...adds,
  id: "http-described",
  opposite: "http-undescribed",
  uneven,
  message: () => "HTTP is described",
};

export const httpUndescribed: Kind<void> = {
  ...breaks,
  id: "http-undescribed",
  opposite: "http-described",
  uneven,
  message: () => "HTTP is no longer described",
};

export const messagingDescribed: Kind<void> = {
  ...adds,
  id: "messages-described",
  opposite: "messages-undescribed",
  uneven,
  message: () => "messages are described",
};

export const messagingUndescribed: Kind<void> = {
  ...breaks,
  id: "messages-undescribed",
  opposite: "messages-described",
  uneven,
  message: () => "messages are no longer described",
};

export const apiKinds: readonly AnyKind[] = [httpDescribed, httpUndescribed, messagingDescribed, messagingUndescribed];
