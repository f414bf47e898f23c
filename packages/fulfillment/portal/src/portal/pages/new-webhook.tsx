// A subscription to create. Its secret is shown once.

import { NewWebhookSchema } from "@fulfillment/portal-api/validators";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { send } from "../../api/send.ts";
import { createWebhookMutation, queryKeyOf } from "../../generated/tanstack-query/index.gen.ts";
import { Form, Submit } from "../../ui/form.tsx";
import { Drafted } from "../drafted.tsx";
import { Page } from "../page.tsx";
import { ShownOnce } from "../shown-once.tsx";
import { WebhookFields, webhookOf } from "../webhook-fields.tsx";

export default function NewWebhook() {
  const queries = useQueryClient();
  const [, goTo] = useLocation();
  const create = useMutation(createWebhookMutation(send));
  const [created, setCreated] = useState<{ readonly id: string; readonly secret: string } | null>(null);
  return (
    <Page title="New subscription" back={{ to: "/webhooks", label: "Webhooks" }} isNarrow>
      <Drafted name="webhooks/new">
        <Form
          label="New subscription"
          schema={NewWebhookSchema}
          read={webhookOf}
          send={(body) => create.mutateAsync({ body })}
          onDone={({ id, secret }) => {
            create.reset();
            void queries.invalidateQueries({ queryKey: queryKeyOf("Webhooks") });
            setCreated({ id, secret });
          }}
        >
          <section className="card">
            <WebhookFields />
          </section>
          <div className="actions end">
            <Link href="/webhooks" className="button">
              Cancel
            </Link>
            <Submit pending="Creating…">Create subscription</Submit>
          </div>
        </Form>
      </Drafted>
      {created !== null && (
        <ShownOnce
          title="The signing secret"
          what="Secret"
          value={created.secret}
          onClose={() => {
            setCreated(null);
            goTo(`/webhooks/${encodeURIComponent(created.id)}`);
          }}
        >
          <p>Your endpoint verifies deliveries with this secret. Copy it now: it is not shown again.</p>
        </ShownOnce>
      )}
    </Page>
  );
}
