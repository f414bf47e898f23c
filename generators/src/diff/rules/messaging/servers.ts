// The servers of a messaging API: where they are, and how they are spoken to.
import type { MessagingServer } from "../../../model/messaging.ts";
import {
  adds,
  breaks,
  type FromTo,
  insideBoth,
  mutual,
  type Opposites,
  opposites,
  type Rule,
  removalBreaksUsers,
  rewords,
} from "../../rule.ts";
import { variablesChanged, variablesOf } from "../http/servers.ts";
import { bindingsChanged, bindingsOf } from "./channels.ts";

export const messagingServerPresence: Opposites<void> = opposites(
  adds("messaging-server-added", () => "it is new"),
  breaks("messaging-server-removed", () => "it is removed", {
    means: {
      request: "Messages sent there are no longer received.",
      response: "Messages no longer arrive from there.",
    },
  }),
  removalBreaksUsers,
);

const unreachable = { request: "Connections to the old place fail.", response: "Connections to the old place fail." };

const addressChanged = mutual<FromTo>(
  breaks("server-address-changed", ({ from, to }) => `it is at ${to} instead of ${from}`, { means: unreachable }),
);

const protocolChanged = mutual<FromTo>(
  breaks("server-protocol-changed", ({ from, to }) => `it speaks ${to} instead of ${from}`, {
    means: "Programs that speak the old protocol cannot connect.",
  }),
);

const protocolVersionChanged = mutual<FromTo<string | null>>(
  breaks(
    "server-protocol-version-changed",
    ({ from, to }) => `the version of its protocol is ${to ?? "not stated"} instead of ${from ?? "not stated"}`,
    { means: "Programs that speak the old version may be unable to connect." },
  ),
);

const serverRenamed = mutual<FromTo>(
  rewords("messaging-server-renamed", ({ from, to }) => `its name is ${to} instead of ${from}`),
);

export const messagingServerRule: Rule<MessagingServer> = {
  kinds: [...messagingServerPresence, addressChanged, protocolChanged, protocolVersionChanged, serverRenamed],
  compare: (base, revision, report) => {
    if (base.key !== revision.key) report(serverRenamed, { from: base.key, to: revision.key }, base.at, revision.at);
    const [from, to] = [addressOf(base), addressOf(revision)];
    if (from !== to) report(addressChanged, { from, to }, base.at, revision.at);
    if (base.protocol.toLowerCase() !== revision.protocol.toLowerCase())
      report(
        protocolChanged,
        { from: base.protocol, to: revision.protocol },
        ...insideBoth(base, revision, "protocol"),
      );
    if (base.protocolVersion !== revision.protocolVersion)
      report(
        protocolVersionChanged,
        { from: base.protocolVersion, to: revision.protocolVersion },
        ...insideBoth(base, revision, "protocolVersion"),
      );
    if (variablesOf(base) !== variablesOf(revision))
      report(variablesChanged, to, ...insideBoth(base, revision, "variables"));
    for (const name of bindingsOf(base, revision))
      report(bindingsChanged, name, ...insideBoth(base, revision, "bindings"));
  },
};

/** `a.example:1883/b` */
export function addressOf({ host, pathname }: MessagingServer): string {
  return `${host}${pathname}`;
}
