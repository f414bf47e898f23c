// The channels of an API: which there are, and where they are reached.
import type { Channel } from "../../../model/messaging.ts";
import type { Kind } from "../../change.ts";
import { paired } from "../../paired.ts";
import { adds, breaks, inside, type Rule, renames } from "../../rule.ts";
import { shown } from "../schema/shown.ts";
import { canonicalOf } from "../words/same-text.ts";

export const channelAdded: Kind<void> = {
  ...adds,
  id: "channel-added",
  opposite: "channel-removed",
  uneven: "something more need not be used, and something that is gone cannot be",
  message: () => "it is new",
};

export const channelRemoved: Kind<void> = {
  ...breaks,
  id: "channel-removed",
  opposite: "channel-added",
  uneven: "something more need not be used, and something that is gone cannot be",
  message: () => "it is gone",
  means: { request: "Nobody listens there any more.", response: "Nothing arrives there any more." },
};

export const addressChanged: Kind<{ from: string | null; to: string | null }> = {
  ...breaks,
  id: "channel-address-changed",
  opposite: "channel-address-changed",
  message: ({ from, to }) =>
    `its address is ${to ?? "known at run time alone"}, and was ${from ?? "known at run time alone"}`,
  means: { request: "Nobody listens where it was.", response: "Nothing arrives where it was." },
};

export const channelRenamed: Kind<{ from: string; to: string }> = {
  ...renames,
  id: "channel-renamed",
  opposite: "channel-renamed",
  message: ({ from, to }) => `generated code calls it ${to} instead of ${from}`,
};

export const channelParametersChanged: Kind<string> = {
  ...breaks,
  id: "channel-parameter-changed",
  opposite: "channel-parameter-changed",
  message: (name) => `its parameter ${shown(name)} has other values`,
};

export const bindingsChanged: Kind<string> = {
  ...breaks,
  id: "bindings-changed",
  opposite: "bindings-changed",
  message: (protocol) => `what is said of ${protocol} has changed`,
  means: { request: "It may have to be sent in another way.", response: "It may arrive in another way." },
};

export const channelRule: Rule<Channel> = {
  kinds: [channelAdded, channelRemoved, addressChanged, channelRenamed, channelParametersChanged, bindingsChanged],
  compare: (base, revision, tell) => {
    if (base.key !== revision.key) tell(channelRenamed, { from: base.key, to: revision.key }, base.at, revision.at);
    if (erased(base.address) !== erased(revision.address)) {
      const at = [inside(base.at, "address"), inside(revision.at, "address")] as const;
      tell(addressChanged, { from: base.address, to: revision.address }, ...at);
    }
    const found = paired(base.parameters, revision.parameters, ({ name }) => name);
    for (const { base: before, revision: after } of found.both) {
      const [was, is] = [before, after].map((each) => canonicalOf([[...each.enum].sort(), each.default]));
      const at = [inside(base.at, "parameters", before.name), inside(revision.at, "parameters", after.name)] as const;
      if (was !== is) tell(channelParametersChanged, after.name, ...at);
    }
    for (const name of bindingsOf(base, revision))
      tell(bindingsChanged, name, inside(base.at, "bindings", name), inside(revision.at, "bindings", name));
  },
};

/** What a parameter is called is no part of the address. */
function erased(address: string | null): string | null {
  return address?.replaceAll(/\{[^}]*\}/g, "{}") ?? null;
}

interface Bound {
  readonly bindings: Readonly<Record<string, unknown>>;
}

/** The protocols of which both say something else. */
export function bindingsOf(base: Bound, revision: Bound): string[] {
  const names = new Set([...Object.keys(base.bindings), ...Object.keys(revision.bindings)]);
  return [...names].filter((name) => canonicalOf(base.bindings[name]) !== canonicalOf(revision.bindings[name]));
}
