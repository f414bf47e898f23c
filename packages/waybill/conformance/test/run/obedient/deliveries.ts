// What a server sends to its subscribers: a message of the description for each event that an operation causes, signed.
import { createHmac } from "node:crypto";
import type { Json, Operation } from "waybill/description";
import type { Description } from "../../../src/description/description.ts";
import type { WrittenResponse } from "./server.ts";
import { asThing, sampleWith, type Thing } from "./store.ts";

export interface HookPlan {
  /** The path where subscriptions are made: `/hooks`. Below it are `/{id}`, `/{id}/test` and `/{id}/rotate`. */
  readonly path: string;
  /** Sent by the test operation alone. */
  readonly testEvent?: string;
  /** How often an event is sent to one of its subscriptions. */
  readonly times?: (event: string, hook: Hook) => number;
  /** The secret that a delivery is signed with. */
  readonly secretFor?: (hook: Hook) => string;
  /** `undefined`: as it should. */
  readonly sendsTo?: (hook: Hook, event: string) => boolean | undefined;
  /** How long it waits before it sends. */
  readonly delayMs?: (event: string) => number;
}

export interface Hook {
  readonly id: string;
  url: string;
  events: readonly string[];
  active: boolean;
  deleted: boolean;
  secret: string;
}

export class Deliveries {
  private readonly hooks = new Map<string, Hook>();
  private readonly under: Promise<unknown>[] = [];
  private readonly description: Description;
  private readonly plan: HookPlan;

  constructor(description: Description, plan: HookPlan) {
    this.description = description;
    this.plan = plan;
  }

  async idle(): Promise<void> {
    await Promise.all(this.under);
  }

  /** Keeps the books of subscriptions, and sends what an operation causes. */
  async happened(operation: Operation, _json: Json | undefined, path: string, written: WrittenResponse): Promise<void> {
    const { plan } = this;
    const body = asThing(
      typeof written.body === "string" && written.body !== "" ? (JSON.parse(written.body) as Json) : undefined,
    );
    const own = path === plan.path || path.startsWith(`${plan.path}/`);
    const id =
      own && operation.method === "post" && path === plan.path
        ? String(body["id"])
        : (path.slice(plan.path.length + 1).split("/")[0] ?? "");
    if (own) this.keep(operation, id, path, { body, written });
    const events = [operation.extensions["x-waybill-events"]].flat().filter((event) => typeof event === "string");
    const resource = String(body["id"] ?? path.split("/").at(-1));
    for (const event of events) {
      for (const hook of this.hooks.values()) {
        const wants =
          event === plan.testEvent ? hook.id === id : hook.active && !hook.deleted && hook.events.includes(event);
        if (plan.sendsTo?.(hook, event) ?? wants) this.send(hook, event, resource);
      }
    }
  }

  private keep(
    operation: Operation,
    id: string,
    path: string,
    { body, written }: { readonly body: Thing; readonly written: WrittenResponse },
  ): void {
    const hook = this.hooks.get(id);
    if (path === this.plan.path && operation.method === "post") {
      const secret = `secret-${this.hooks.size}`;
      this.hooks.set(id, {
        id,
        url: String(body["url"]),
        events: textsIn(body["events"]),
        active: true,
        deleted: false,
        secret,
      });
      written.body = JSON.stringify({ ...body, secret, active: true });
    } else if (hook !== undefined) {
      if (operation.method === "delete") hook.deleted = true;
      if (path.endsWith("/rotate")) {
        hook.secret = `${hook.secret}-next`;
        written.body = JSON.stringify({ ...body, secret: hook.secret });
      }
      if (operation.method === "patch" || operation.method === "put") {
        hook.url = String(body["url"] ?? hook.url);
        hook.events = body["events"] === undefined ? hook.events : textsIn(body["events"]);
        hook.active = body["active"] !== false;
      }
    }
  }

  private send(hook: Hook, event: string, resource: string): void {
    const message = this.description.messages.find(({ eventName }) => eventName === event);
    if (message === undefined) return;
    const made = { ...asThing(sampleWith(message.payload)), event, resourceId: resource };
    const body = JSON.stringify(made);
    const seconds = String(Math.floor(Date.now() / 1000));
    const secret = this.plan.secretFor?.(hook) ?? hook.secret;
    const signature = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
    const headers = {
      "Content-Type": "application/json",
      "X-Event": event,
      "X-Time": seconds,
      "X-Signature": `sha256=${signature}`,
    };
    const times = this.plan.times?.(event, hook) ?? 1;
    for (let count = 0; count < times; count += 1) {
      this.under.push(
        // A receiver may break off its response too.
        new Promise((resolve) => setTimeout(resolve, this.plan.delayMs?.(event) ?? 0))
          .then(() => fetch(hook.url, { method: "POST", headers, body, redirect: "manual" }))
          .then((response) => response.arrayBuffer())
          .catch(() => null),
      );
    }
  }
}

function textsIn(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
