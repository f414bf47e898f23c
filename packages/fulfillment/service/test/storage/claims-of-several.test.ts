import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { describeWithPostgres } from "../../../../../scripts/testing/real-servers.ts";
import { createSealer } from "../../src/secrets/sealing.ts";
import { createOutbox } from "../../src/storage/outbox.ts";
import { openPostgres } from "../../src/storage/postgres.ts";
import { insertAccount } from "../../src/storage/queries/accounts.ts";
import { insertSubscription } from "../../src/storage/queries/subscriptions.ts";
import { query } from "../contract/raw-query.ts";
import { freshDatabase } from "../fresh-database.ts";

describeWithPostgres("several processes on PostgreSQL", () => {
  test("claim each delivery once, and see a lease until it runs out", async () => {
    const url = await freshDatabase();
    let clock = 0;
    const sealer = createSealer(randomBytes(32));
    const databases = await Promise.all([1, 2, 3].map(() => openPostgres(url, { onError: () => {} })));
    const outboxes = databases.map((database) => createOutbox(database, { sealer, now: () => clock, steadyMs: 1000 }));
    const [first] = databases;
    const [outbox] = outboxes;
    if (first === undefined || outbox === undefined) throw new Error("none was opened");
    await first.write(async (transaction) => {
      await transaction.all(insertAccount, { id: "acc", name: "acc", created_at: "now" });
      const row = {
        account_id: "acc",
        url: "https://a.example/",
        canonical_url: "https://a.example/",
        events: "[]",
        active: 1,
        created_at: "now",
        updated_at: "now",
      };
      await transaction.all(insertSubscription, { id: "sub", ...row, secret: sealer.seal("s", "sub") });
      const event = { accountId: "acc", event: "invite.viewed", body: "{}", subscriptionIds: ["sub"] };
      for (let count = 0; count < 300; count += 1) await outbox.putEvent(transaction, event);
    });
    const claims = await Promise.all(
      Array.from({ length: 60 }, (_, index) => outboxes[index % 3]?.claim("sub", { count: 7, bytes: 1000 })),
    );
    const ids = claims.flatMap((claim) => claim?.deliveries ?? []).map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([300, 300]);
    expect(await outboxes[1]?.waiting()).toEqual([]);
    await first.write(async (transaction) =>
      transaction.all(query("update deliveries set claimed_until = 1 where id % 3 = 0 returning id"), {}),
    );
    // After an outage, a process gives the owners of claims time to settle.
    expect(await outboxes[1]?.waiting()).toEqual([]);
    clock += 1000;
    expect(await outboxes[1]?.waiting()).toEqual([{ subscriptionId: "sub", accountId: "acc" }]);
    expect((await outboxes[2]?.claim("sub", { count: 1000, bytes: 1000 }))?.deliveries).toHaveLength(100);
    // The server's clock was an hour ahead when the others were claimed.
    await first.write(async (transaction) =>
      transaction.all(
        query("update deliveries set claimed_until = claimed_until + 3600000 where id % 3 = 1 returning id"),
        {},
      ),
    );
    expect((await outboxes[2]?.claim("sub", { count: 1000, bytes: 1000 }))?.deliveries).toHaveLength(100);
    expect(await outboxes[2]?.waiting()).toEqual([]);
    await Promise.all(databases.map((database) => database.close()));
  });
});
