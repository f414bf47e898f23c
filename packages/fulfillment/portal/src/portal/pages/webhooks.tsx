// The subscriptions of the account.
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { counted } from "../../api/dates.ts";
import { send } from "../../api/send.ts";
import { listWebhooksOptions } from "../../generated/tanstack-query/index.gen.ts";
import { Icon } from "../../ui/icon.tsx";
import { Badge, Empty, Loaded } from "../../ui/states.tsx";
import { Page } from "../page.tsx";

export default function Webhooks() {
  const webhooks = useQuery(listWebhooksOptions(send));
  const create = (
    <Link href="/webhooks/new" className="button primary">
      <Icon name="plus" />
      New subscription
    </Link>
  );
  return (
    <Page title="Webhooks" lead="Events are sent to your URLs as they happen, each once and signed." actions={create}>
      <Loaded query={webhooks} what="subscriptions">
        {(all) =>
          all.length === 0 ? (
            <Empty icon="webhooks" title="No subscriptions yet">
              <p className="quiet">Your URL then receives an event whenever an order or an invite changes.</p>
              {create}
            </Empty>
          ) : (
            <ul className="cards">
              {all.map(({ id, url, events, active }) => (
                <li key={id} className="card linked">
                  <div className="card-head">
                    <Link href={`/webhooks/${encodeURIComponent(id)}`} className="row-link as-typed">
                      {url}
                    </Link>
                    <Badge tone={active ? "green" : "plain"}>{active ? "Active" : "Paused"}</Badge>
                  </div>
                  <p className="quiet small">
                    {counted(events.length, "event")}: {events.join(", ")}
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  );
}
