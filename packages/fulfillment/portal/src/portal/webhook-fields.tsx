// The URL and the events of a subscription, as fields and as members of a body.

import type { NewWebhook, WebhookEvent, WebhookEventName } from "@fulfillment/portal-api/types";
import { WebhookEventNameSchema } from "@fulfillment/portal-api/validators";
import { useQuery } from "@tanstack/react-query";
import { send } from "../api/send.ts";
import { listWebhookEventsOptions } from "../generated/tanstack-query/index.gen.ts";
import { Checkbox, Group, TextField } from "../ui/controls.tsx";
import type { Fields } from "../ui/fields.ts";
import { Loaded } from "../ui/states.tsx";

export function webhookOf(fields: Fields): NewWebhook {
  return { url: fields.text("url"), events: fields.all("events").flatMap(eventNameOf) };
}

/** The values of the boxes come from the catalog, so that each is one. */
function eventNameOf(value: string): WebhookEventName[] {
  const parsed = WebhookEventNameSchema.safeParse(value);
  return parsed.success ? [parsed.data] : [];
}

interface WebhookFieldsProps {
  readonly url?: string;
  readonly events?: readonly WebhookEventName[];
}

export function WebhookFields({ url = "", events = [] }: WebhookFieldsProps) {
  const catalog = useQuery({ ...listWebhookEventsOptions(send), staleTime: Number.POSITIVE_INFINITY });
  return (
    <>
      <TextField
        name="url"
        label="URL"
        type="url"
        inputMode="url"
        placeholder="https://"
        defaultValue={url}
        hint="HTTPS, at a public address."
      />
      <Loaded query={catalog} what="the events">
        {(all) => (
          <Group legend="Events" name="events">
            {categoriesOf(all).map(([category, members]) => (
              <div key={category} className="checks">
                <h3>{category}</h3>
                {members.map(({ event, description }) => (
                  <Checkbox
                    key={event}
                    name="events"
                    value={event}
                    label={<code>{event}</code>}
                    hint={description}
                    defaultChecked={events.includes(event)}
                  />
                ))}
              </div>
            ))}
          </Group>
        )}
      </Loaded>
    </>
  );
}

function categoriesOf(all: readonly WebhookEvent[]): (readonly [string, readonly WebhookEvent[]])[] {
  return [...Map.groupBy(all, ({ category }) => category)];
}
