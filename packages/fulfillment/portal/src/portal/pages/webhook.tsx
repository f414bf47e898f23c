// One subscription: pause, test, change, rotate, delete, and the deliveries that failed.

import type { WebhookSubscription, WebhookTestResult } from "@fulfillment/portal-api/types";
import { WebhookChangesSchema } from "@fulfillment/portal-api/validators";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { Switch } from "react-aria-components";
import { Link, useLocation } from "wouter";
import { minuteOf } from "../../api/dates.ts";
import { messageOf } from "../../api/failures.ts";
import { send } from "../../api/send.ts";
import {
  deleteWebhookMutation,
  listWebhookFailuresOptions,
  listWebhooksKey,
  listWebhooksOptions,
  rotateWebhookSecretMutation,
  testWebhookMutation,
  updateWebhookMutation,
} from "../../generated/tanstack-query/index.gen.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { useNotify } from "../../ui/notices.tsx";
import { useSingle } from "../../ui/single.ts";
import { Badge, Empty, ErrorAlert, Loaded } from "../../ui/states.tsx";
import { Fact } from "../facts.tsx";
import { FormDialog } from "../form-dialog.tsx";
import { Page } from "../page.tsx";
import { Scrolling } from "../scrolling.tsx";
import { ShownOnce } from "../shown-once.tsx";
import { WebhookFields, webhookOf } from "../webhook-fields.tsx";

type Open = "edit" | "rotate" | "delete" | { readonly secret: string };

export default function Webhook({ id }: { readonly id: string }) {
  const webhooks = useQuery(listWebhooksOptions(send));
  const [open, setOpen] = useState<Open | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const one = webhooks.data?.find((webhook) => webhook.id === id);
  return (
    <Page
      title={<span className="as-typed">{one === undefined ? "Subscription" : new URL(one.url).host}</span>}
      name={one === undefined ? "Subscription" : new URL(one.url).host}
      back={{ to: "/webhooks", label: "Webhooks" }}
      actions={
        one !== undefined && (
          <button type="button" className="button" onClick={() => setOpen("edit")}>
            Change
          </button>
        )
      }
    >
      <Loaded query={webhooks} what="the subscription">
        {() =>
          one === undefined ? (
            <Empty icon="webhooks" title="There is no such subscription">
              <p className="quiet">It may have been deleted. The others are in the list.</p>
              <Link href="/webhooks" className="button">
                Webhooks
              </Link>
            </Empty>
          ) : (
            <>
              <div className="columns">
                <div className="stack">
                  <Delivery one={one} />
                  <Failures id={id} />
                </div>
                <Secrets one={one} onRotate={() => setOpen("rotate")} onDelete={() => setOpen("delete")} />
              </div>
              {open === "edit" && <Change one={one} onClose={close} />}
              {open === "rotate" && <Rotate one={one} onClose={close} onRotated={(secret) => setOpen({ secret })} />}
              {open === "delete" && <Delete one={one} onClose={close} />}
              {typeof open === "object" && open !== null && (
                <ShownOnce title="The new signing secret" what="Secret" value={open.secret} onClose={close}>
                  <p>
                    Deliveries are signed with it from now on, and no longer with the old one. Copy it now: it is not
                    shown again.
                  </p>
                </ShownOnce>
              )}
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

interface OneProps {
  readonly one: WebhookSubscription;
}

function Delivery({ one }: OneProps) {
  const queries = useQueryClient();
  const pause = useMutation({
    ...updateWebhookMutation(send),
    onSuccess: () => queries.invalidateQueries({ queryKey: listWebhooksKey() }),
  });
  const test = useMutation(testWebhookMutation(send));
  const single = useSingle(test);
  return (
    <section className="card" aria-labelledby="delivery">
      <div className="card-head">
        <h2 id="delivery">Delivery</h2>
        <Switch
          className="switch"
          isSelected={pause.isPending ? pause.variables.body.active === true : one.active}
          isReadOnly={pause.isPending}
          onChange={(active) => pause.mutate({ path: { webhookId: one.id }, body: { active } })}
        >
          <span className="switch-track" />
          {one.active ? "Active" : "Paused"}
        </Switch>
      </div>
      <ErrorAlert error={pause.error} />
      <dl className="facts">
        <Fact name="URL">
          <code>{one.url}</code>
        </Fact>
        <Fact name="Events">
          <ul className="tags">
            {one.events.map((event) => (
              <li key={event}>
                <code>{event}</code>
              </li>
            ))}
          </ul>
        </Fact>
        <Fact name="Created">{minuteOf(one.createdAt)}</Fact>
        <Fact name="Changed">{minuteOf(one.updatedAt)}</Fact>
      </dl>
      <div className="actions">
        <button
          type="button"
          className="button"
          aria-disabled={test.isPending || !one.active}
          aria-describedby={one.active ? undefined : "test-hint"}
          onClick={() => {
            if (one.active) single(() => test.mutate({ path: { webhookId: one.id } }));
          }}
        >
          {test.isPending ? "Waiting for the response…" : "Send a test event"}
        </button>
        {!one.active && (
          <span id="test-hint" className="hint">
            Resume the subscription to test it.
          </span>
        )}
      </div>
      <div role="status">
        {test.data !== undefined && <TestResult result={test.data} />}
        {test.error !== null && <p className="problem">{messageOf(test.error)}</p>}
      </div>
    </section>
  );
}

function TestResult({ result }: { readonly result: WebhookTestResult }) {
  const { success, statusCode, error } = result;
  return (
    <p className={`result ${success ? "green" : "red"}`}>
      <strong>{success ? "Accepted" : "Not accepted"}</strong>
      {statusCode !== null && <span className="number">Status {statusCode}</span>}
      {error !== null && !repeats(error, statusCode) && <span>{error}</span>}
    </p>
  );
}

/** `Endpoint answered 401` beside `Status 401`. */
function repeats(error: string, statusCode: number | null): boolean {
  return statusCode !== null && error === `Endpoint answered ${statusCode}`;
}

function Failures({ id }: { readonly id: string }) {
  const failures = useQuery(listWebhookFailuresOptions(send, { path: { webhookId: id } }));
  return (
    <section className="card" aria-labelledby="failures">
      <h2 id="failures">Failed deliveries</h2>
      <Loaded query={failures} what="failed deliveries">
        {(all) =>
          all.length === 0 ? (
            <p className="quiet">No delivery has failed. The latest 50 failures are listed here.</p>
          ) : (
            <ul className="lines">
              {all.map(({ event, at, statusCode, error, payload }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: many can fail in the same millisecond, and none has an id
                <li key={index} className="failure">
                  <span>
                    <code>{event}</code>
                    {!repeats(error, statusCode) && <span className="quiet small second">{error}</span>}
                  </span>
                  <span className="right">
                    <Badge tone="red">{statusCode === null ? "Unreachable" : `Status ${statusCode}`}</Badge>
                    <time className="quiet small second" dateTime={at}>
                      {minuteOf(at)}
                    </time>
                  </span>
                  <Payload payload={payload} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <p className="quiet small">Each event is sent once. A failed delivery is not sent again.</p>
    </section>
  );
}

/** Long ones scroll. */
function Payload({ payload }: { readonly payload: string | null }) {
  if (payload === null) return null;
  return (
    <details className="payload">
      <summary>Payload</summary>
      <Scrolling label="Payload">
        <pre>{indented(payload)}</pre>
      </Scrolling>
      <CopyButton text={payload} label="Copy the payload as sent" />
    </details>
  );
}

function indented(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}

interface SecretsProps extends OneProps {
  readonly onRotate: () => void;
  readonly onDelete: () => void;
}

function Secrets({ one, onRotate, onDelete }: SecretsProps) {
  return (
    <div className="stack">
      <section className="card" aria-labelledby="secret">
        <h2 id="secret">Signing secret</h2>
        <p className="quiet">Shown once, when it is created or rotated. If it is lost or leaked, rotate it.</p>
        <div className="actions">
          <button type="button" className="button" onClick={onRotate}>
            Rotate secret
          </button>
        </div>
      </section>
      <section className="card" aria-labelledby="delete">
        <h2 id="delete">Delete</h2>
        <p className="quiet">{one.active ? "To keep the secret and the events, pause it instead." : "It is paused."}</p>
        <div className="actions">
          <button type="button" className="button danger-text" onClick={onDelete}>
            Delete subscription
          </button>
        </div>
      </section>
    </div>
  );
}

interface DialogProps extends OneProps {
  readonly onClose: () => void;
}

function Change({ one, onClose }: DialogProps) {
  const queries = useQueryClient();
  const notify = useNotify();
  const update = useMutation(updateWebhookMutation(send));
  return (
    <FormDialog
      title="Change the subscription"
      schema={WebhookChangesSchema}
      read={webhookOf}
      send={(body) => update.mutateAsync({ path: { webhookId: one.id }, body })}
      onDone={async () => {
        await queries.invalidateQueries({ queryKey: listWebhooksKey() });
        notify("The subscription was changed.");
        onClose();
      }}
      onClose={onClose}
    >
      <WebhookFields url={one.url} events={one.events} />
    </FormDialog>
  );
}

function Rotate({ one, onClose, onRotated }: DialogProps & { readonly onRotated: (secret: string) => void }) {
  const rotate = useMutation({ ...rotateWebhookSecretMutation(send), onSuccess: ({ secret }) => onRotated(secret) });
  return (
    <Confirm
      title="Rotate the signing secret?"
      action="Rotate secret"
      pending="Rotating…"
      mutation={rotate}
      onConfirm={() => rotate.mutate({ path: { webhookId: one.id } })}
      onClose={onClose}
    >
      <p>
        The old secret stops signing at once. Until your endpoint has the new one, it cannot verify deliveries, and
        those it refuses are not sent again.
      </p>
    </Confirm>
  );
}

function Delete({ one, onClose }: DialogProps) {
  const queries = useQueryClient();
  const notify = useNotify();
  const [, goTo] = useLocation();
  const remove = useMutation({
    ...deleteWebhookMutation(send),
    onSuccess: async () => {
      goTo("/webhooks");
      notify("The subscription was deleted.");
      await queries.invalidateQueries({ queryKey: listWebhooksKey() });
    },
  });
  return (
    <Confirm
      title="Delete the subscription?"
      action="Delete subscription"
      pending="Deleting…"
      mutation={remove}
      onConfirm={() => remove.mutate({ path: { webhookId: one.id } })}
      onClose={onClose}
    >
      <p>
        <code>{one.url}</code> receives no more events. This cannot be undone.
      </p>
    </Confirm>
  );
}
