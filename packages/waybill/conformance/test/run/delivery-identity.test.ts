// Deliveries of a run -> which of them calls something by another name than the others do; what may differ does not.
import { expect, it } from "vitest";
import { checkIdentities, checkTimes } from "../../src/run/subscriptions/payloads.ts";
import { smallApi } from "./obedient/apis.ts";

type Sent = readonly [event: string, data: Readonly<Record<string, string | null>>];

function objections(sent: readonly Sent[]): string[] {
  const found: string[] = [];
  const { description } = smallApi("hooks");
  const arrived = sent.map(([event, data]) => ({ event, payload: { event, data } }));
  checkIdentities({ description, objectTo: (_, message) => void found.push(message) }, arrived);
  return found;
}

const [invite, campaign] = ["inv_000001", "cmp_000001"];
const viewed = ["invite.viewed", { inviteId: invite, campaignId: campaign, email: "ann@example.com" }] as const;
const opened = ["invite.opened", { inviteId: invite, campaignId: campaign, email: "ann@example.com" }] as const;

const wrong: readonly (readonly [string, readonly Sent[], string])[] = [
  [
    "of the id of a neighbour",
    [viewed, opened, ["invite.redeemed", { inviteId: campaign, campaignId: campaign }]],
    "invite.redeemed has the same value for inviteId and campaignId, which differ in other events",
  ],
  [
    "of another address than all other events about the same have",
    [viewed, opened, ["invite.redeemed", { inviteId: invite, campaignId: campaign, email: "bob@example.com" }]],
    "invite.redeemed has a different email than all other events about the same resource",
  ],
];
it.each(wrong)("a wrong delivery is reported because %s", (_, sent, message) =>
  expect(objections(sent)).toEqual([message]),
);

const right: readonly (readonly [string, readonly Sent[]])[] = [
  [
    "of an id that each delivery has of its own",
    [1, 2, 3].map((n) => [`invite.e${n}`, { inviteId: invite, deliveryId: `dlv_00000${n}` }]),
  ],
  [
    "of an id of any kind that is that of its subject",
    [
      ["user.created", { userId: "one_000001", resourceId: "one_000001" }],
      ["user.updated", { userId: "one_000001", resourceId: "one_000001" }],
      ["order.created", { orderId: "ord_000001", resourceId: "ord_000001", userId: "one_000001" }],
    ],
  ],
  [
    "of a number that it does not have yet",
    [viewed, opened, ["invite.redeemed", { inviteId: invite, campaignId: campaign, email: null }]],
  ],
  [
    "of an address that changed between two events",
    [viewed, ["invite.redeemed", { inviteId: invite, email: "bob@example.com" }]],
  ],
  [
    "of what another thing is called",
    [viewed, opened, ["invite.redeemed", { inviteId: "inv_000002", email: "bob@example.com" }]],
  ],
];
it.each(right)("a right delivery is not reported because %s", (_, sent) => expect(objections(sent)).toEqual([]));

it.each([
  ["that is the same on two occasions is reported", { timestamp: "2026-01-01T00:00:00Z" }, 5_000, 1],
  ["of a single occasion is not reported", { timestamp: "2026-01-01T00:00:00Z" }, 0, 0],
  [
    "of what the event is about is not reported",
    { inviteId: "inv_000001", timestamp: "2026-01-01T00:00:00Z" },
    5_000,
    0,
  ],
])("a time %s", (_, data, apart, count) => {
  const found: string[] = [];
  const [event, { description }] = ["hook.test", smallApi("hooks")];
  const delivery = { event, payload: { event, data } };
  const occasions = [0, apart].map((at) => ({ event, at }));
  checkTimes({ description, objectTo: (check) => void found.push(check) }, [delivery, delivery], occasions);
  expect(found).toEqual(Array.from({ length: count }, () => "stale-timestamp"));
});
