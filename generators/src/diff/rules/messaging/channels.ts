// The channels of an API, and their addresses.
import type { Channel } from "../../../model/messaging.ts";
import type { Kind } from "../../change.ts";
import { paired } from "../../paired.ts";
import {
  adds,
  breaks,
  inside,
  insideBoth,
  mutual,
  type Opposites,
  opposites,
  type Rule,
  removalBreaksUsers,
  renames,
} from "../../rule.ts";
import { canonicalOf } from "../annotations.ts";
import { formatValue } from "../schema/shown.ts";

export const channelPresence: Opposites<void> = opposites(
  adds("channel-added", () => "it is new"),
  breaks("channel-removed", () => "it is removed", {
    means: { request: "Messages sent there are no longer received.", response: "Messages no longer arrive there." },
  }),
  removalBreaksUsers,
);

const addressChanged = mutual<{ from: string | null; to: string | null }>(
  breaks(
    "channel-address-changed",
    ({ from, to }) => `its address is ${to ?? "known only at run time"} instead of ${from ?? "known only at run time"}`,
    {
      means: {
        request: "Messages sent to the old address are not received.",
        response: "Messages no longer arrive at the old address.",
      },
    },
  ),
);

const channelRenamed = mutual<{ from: string; to: string }>(
  renames("channel-renamed", ({ from, to }) => `its name in generated code is ${to} instead of ${from}`),
);

const channelParametersChanged = mutual<string>(
  breaks(
    "channel-parameter-changed",
    (name) => `its parameter ${formatValue(name)} has other values, or is taken from another place`,
  ),
);

const [serverListed, serverUnlisted] = opposites<string>(
  adds("channel-server-added", (server) => `it is on the server ${formatValue(server)} too`),
  breaks("channel-server-removed", (server) => `it is no longer on the server ${formatValue(server)}`, {
    means: { request: "Messages sent there are no longer received.", response: "Messages no longer arrive there." },
  }),
  removalBreaksUsers,
);

/** The servers a channel is on, by names that are the same in both descriptions. */
export interface ServedChannel {
  readonly channel: Channel;
  readonly servers: readonly string[];
}

export const channelServersRule: Rule<ServedChannel> = {
  kinds: [serverListed, serverUnlisted],
  compare: ({ channel: base, servers: was }, { channel: revision, servers: is }, report) => {
    const at = insideBoth(base, revision, "servers");
    for (const server of is) if (!was.includes(server)) report(serverListed, server, ...at);
    for (const server of was) if (!is.includes(server)) report(serverUnlisted, server, ...at);
  },
};

export const bindingsChanged: Kind<string> = mutual(
  breaks("bindings-changed", (protocol) => `its bindings for ${protocol} have changed`, {
    means: { request: "It may have to be sent differently.", response: "It may arrive differently." },
  }),
);

export const channelRule: Rule<Channel> = {
  kinds: [...channelPresence, addressChanged, channelRenamed, channelParametersChanged, bindingsChanged],
  compare: (base, revision, report) => {
    if (base.key !== revision.key) report(channelRenamed, { from: base.key, to: revision.key }, base.at, revision.at);
    if (erased(base.address) !== erased(revision.address)) {
      const at = insideBoth(base, revision, "address");
      report(addressChanged, { from: base.address, to: revision.address }, ...at);
    }
    const pairedParameters = paired(base.parameters, revision.parameters, ({ name }) => name);
    for (const { base: before, revision: after } of pairedParameters.both) {
      const [was, is] = [before, after].map((each) =>
        canonicalOf([[...each.enum].sort(), each.default, each.location]),
      );
      const at = [inside(base.at, "parameters", before.name), inside(revision.at, "parameters", after.name)] as const;
      if (was !== is) report(channelParametersChanged, after.name, ...at);
    }
    for (const name of bindingsOf(base, revision))
      report(bindingsChanged, name, inside(base.at, "bindings", name), inside(revision.at, "bindings", name));
  },
};

/** The name of a parameter is not part of the address. */
function erased(address: string | null): string | null {
  return address?.replaceAll(/\{[^}]*\}/g, "{}") ?? null;
}

interface Bound {
  readonly bindings: Readonly<Record<string, unknown>>;
}

/** The protocols whose bindings differ. */
export function bindingsOf(base: Bound, revision: Bound): string[] {
  const names = new Set([...Object.keys(base.bindings), ...Object.keys(revision.bindings)]);
  return [...names].filter((name) => canonicalOf(base.bindings[name]) !== canonicalOf(revision.bindings[name]));
}
