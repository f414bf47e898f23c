// The title of each test is the claim that it runs.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DemoService, demoService, faultsOfCommand, faultsOfService } from "./claim-runs.ts";
import { commandClaims, serviceClaims } from "./claims.ts";

let service: DemoService;
beforeAll(async () => {
  service = await demoService();
}, 120_000);
afterAll(() => service.stop());

test.each(commandClaims)("$file: $says", async (claim) => {
  expect(await faultsOfCommand(claim)).toEqual([]);
});

test.each(serviceClaims)("$file: $says", async (claim) => {
  expect(await faultsOfService(claim, service)).toEqual([]);
});

test("there are 40", () => expect(commandClaims.length + serviceClaims.length).toBe(40));
