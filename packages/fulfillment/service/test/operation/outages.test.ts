import pg from "pg";
import { expect, test } from "vitest";
import { z } from "zod";
import { describeWithPostgres, describeWithRedis } from "../../../../../scripts/testing/real-servers.ts";
import { newOrder } from "../contract/accounts.ts";
import { openShared } from "../contract/backends.ts";
import { runService } from "../contract/running-service.ts";

describeWithPostgres("when PostgreSQL ends all connections", () => {
  describeWithRedis("under load", () => {
    test("requests fail or are served, nothing acknowledged is lost, and the service continues", async () => {
      const storage = await openShared();
      const service = await runService(storage);
      const admin = new pg.Client({ connectionString: storage.databaseUrl ?? "" });
      await admin.connect();
      const acknowledged: string[] = [];
      const statuses = new Set<number>();
      let isOver = false;
      const clients = Array.from({ length: 8 }, async () => {
        while (!isOver) {
          const { status, body } = await service.call("POST", "/v1/orders/create", { body: newOrder(service.account) });
          statuses.add(status);
          if (status === 201) acknowledged.push(z.object({ orderId: z.string() }).parse(body).orderId);
        }
      });
      for (let round = 0; round < 6; round += 1) {
        const enough = acknowledged.length + 4;
        await expect.poll(() => acknowledged.length).toBeGreaterThanOrEqual(enough);
        await admin.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
        );
      }
      isOver = true;
      await Promise.all(clients);
      expect([...statuses].filter((status) => status !== 201 && status !== 500)).toEqual([]);
      expect(await service.call("POST", "/v1/orders/create", { body: newOrder(service.account) })).toMatchObject({
        status: 201,
      });
      const { rows } = await admin.query<{ id: string }>("SELECT id FROM orders");
      const stored = new Set(rows.map(({ id }) => id));
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
      await admin.end();
      await service.stop();
      await storage.drop();
    });
  });
});
