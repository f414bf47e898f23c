// Invites with their state. The link of a new one is shown once.

import type { Invite, InviteStatus, NewInvite } from "@fulfillment/portal-api/types";
import { NewInviteSchema } from "@fulfillment/portal-api/validators";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { Link } from "wouter";
import { dayOf, minuteOf } from "../../api/dates.ts";
import { send } from "../../api/send.ts";
import {
  createInviteMutation,
  listCampaignsOptions,
  listInvitesOptions,
  queryKeyOf,
  renewInviteLinkMutation,
} from "../../generated/tanstack-query/index.gen.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { SelectField, TextField } from "../../ui/controls.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Form, Submit } from "../../ui/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Badge, Empty, Loaded, type Tone } from "../../ui/states.tsx";
import { Drafted } from "../drafted.tsx";
import { ChoiceFilter, Pager, useFilters } from "../filters.tsx";
import { choicesOf } from "../lists.ts";
import { focusTitle, Page } from "../page.tsx";
import { linesOf, ProductLines } from "../product-lines.tsx";
import { ShownOnce } from "../shown-once.tsx";

const statusWords: Readonly<Record<InviteStatus, { readonly label: string; readonly tone: Tone }>> = {
  OPEN: { label: "Open", tone: "blue" },
  REDEEMED: { label: "Redeemed", tone: "green" },
};
const statuses = choicesOf(statusWords, ({ label }) => label);
const perPage = 20;

type Open =
  | { readonly dialog: "create" }
  | { readonly dialog: "renew"; readonly invite: Invite }
  | { readonly dialog: "link"; readonly path: string };

export default function Invites() {
  const filters = useFilters();
  const campaigns = useQuery(listCampaignsOptions(send));
  const invites = useQuery({
    ...listInvitesOptions(send, {
      query: {
        limit: perPage,
        offset: filters.offset,
        campaignId: filters.get("campaign"),
        status: filters.oneOf(
          "status",
          statuses.map(({ value }) => value),
        ),
      },
    }),
    placeholderData: keepPreviousData,
  });
  const [open, setOpen] = useState<Open | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const showLink = (path: string): void => setOpen({ dialog: "link", path });
  const create = (
    <button type="button" className="button primary" onClick={() => setOpen({ dialog: "create" })}>
      <Icon name="plus" />
      New invite
    </button>
  );
  return (
    <Page
      title="Invites"
      lead="The recipient of an invite chooses products and says where to ship them."
      actions={create}
    >
      <search className="filters">
        <ChoiceFilter
          filters={filters}
          name="campaign"
          label="Campaign"
          all="All campaigns"
          choices={(campaigns.data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
        />
        <ChoiceFilter filters={filters} name="status" label="Status" all="All statuses" choices={statuses} />
      </search>
      <Loaded query={invites} what="invites">
        {({ items, total }) =>
          total === 0 ? (
            <Empty icon="invites" title={filters.isFiltered ? "No invite matches" : "No invites yet"}>
              {filters.isFiltered ? (
                <button
                  type="button"
                  className="button"
                  onClick={() => {
                    filters.clear();
                    focusTitle();
                  }}
                >
                  Remove all filters
                </button>
              ) : (
                create
              )}
            </Empty>
          ) : (
            <div aria-busy={invites.isPlaceholderData}>
              {items.length > 0 && (
                <InviteTable invites={items} onRenew={(invite) => setOpen({ dialog: "renew", invite })} />
              )}
              <Pager filters={filters} total={total} perPage={perPage} one="invite" many="invites" />
            </div>
          )
        }
      </Loaded>
      {open?.dialog === "create" && (
        <CreateInvite campaignId={filters.get("campaign") ?? ""} onClose={close} onCreated={showLink} />
      )}
      {open?.dialog === "renew" && <RenewLink invite={open.invite} onClose={close} onRenewed={showLink} />}
      {open?.dialog === "link" && (
        <ShownOnce
          title="The link of the invite"
          what="Link"
          value={`${window.location.origin}${open.path}`}
          onClose={close}
        >
          <p>Send it to the recipient. Anyone who has the link can redeem the invite. It is not shown again.</p>
        </ShownOnce>
      )}
    </Page>
  );
}

interface TableProps {
  readonly invites: readonly Invite[];
  readonly onRenew: (invite: Invite) => void;
}

function InviteTable({ invites, onRenew }: TableProps) {
  return (
    <div className="card flush">
      <table className="list">
        <caption className="unseen">Invites, the latest first</caption>
        <thead>
          <tr>
            <th scope="col">Recipient</th>
            <th scope="col">Campaign</th>
            <th scope="col">Created</th>
            <th scope="col">Last viewed</th>
            <th scope="col">Status</th>
            <th scope="col">
              <span className="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {invites.map((invite) => (
            <tr key={invite.id}>
              <th scope="row">
                {nameOf(invite)}
                {invite.recipient !== null && invite.email !== null && (
                  <span className="quiet small second">{invite.email}</span>
                )}
              </th>
              <td data-label="Campaign" className="roomy">
                {invite.campaignTitle}
              </td>
              <td data-label="Created" className="whole">
                {invite.createdAt === null ? "–" : dayOf(invite.createdAt)}
              </td>
              <td data-label="Last viewed">{invite.viewedAt === null ? "Not yet" : minuteOf(invite.viewedAt)}</td>
              <td data-label="Status">
                <Badge tone={statusWords[invite.status].tone}>{statusWords[invite.status].label}</Badge>
              </td>
              <td className="row-actions">
                {invite.orderId !== null && (
                  <Link href={`/orders/${encodeURIComponent(invite.orderId)}`} className="button quiet-button">
                    Order<span className="unseen"> of {nameOf(invite)}</span>
                  </Link>
                )}
                {invite.status === "OPEN" && (
                  <button type="button" className="button quiet-button" onClick={() => onRenew(invite)}>
                    New link<span className="unseen"> for {nameOf(invite)}</span>
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function nameOf({ recipient, email, number, id }: Invite): string {
  return recipient ?? email ?? `Invite ${number ?? id}`;
}

interface CreateProps {
  readonly campaignId: string;
  readonly onClose: () => void;
  readonly onCreated: (path: string) => void;
}

function CreateInvite({ campaignId, onClose, onCreated }: CreateProps) {
  const queries = useQueryClient();
  const campaigns = useQuery(listCampaignsOptions(send));
  const create = useMutation(createInviteMutation(send));
  return (
    <Dialog title="New invite" onClose={onClose}>
      <Drafted name="invites/new">
        <Form
          schema={NewInviteSchema}
          read={(fields): NewInvite => ({
            campaignId: fields.text("campaignId"),
            firstName: fields.optional("firstName"),
            lastName: fields.optional("lastName"),
            email: fields.optional("email"),
            products: linesOf(fields),
          })}
          send={(body) => create.mutateAsync({ body })}
          onDone={({ path }) => {
            void queries.invalidateQueries({ queryKey: queryKeyOf("Campaigns") });
            onCreated(path);
          }}
        >
          <SelectField name="campaignId" label="Campaign" defaultValue={campaignId}>
            <option value="" hidden>
              {campaigns.isPending ? "Loading campaigns…" : "Choose…"}
            </option>
            {campaigns.data?.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </SelectField>
          <div className="grid">
            <TextField name="firstName" label="First name" isOptional className="half" />
            <TextField name="lastName" label="Last name" isOptional className="half" />
            <TextField
              name="email"
              label="E-mail address"
              type="email"
              isOptional
              hint="No e-mail is sent: you send the link."
            />
          </div>
          <ProductLines legend="In the cart already" hint="The recipient can change it." atLeast={0} />
          <div className="actions end">
            <button type="button" className="button" onClick={onClose}>
              Cancel
            </button>
            <Submit pending="Creating…">Create invite</Submit>
          </div>
        </Form>
      </Drafted>
    </Dialog>
  );
}

interface RenewProps {
  readonly invite: Invite;
  readonly onClose: () => void;
  readonly onRenewed: (path: string) => void;
}

function RenewLink({ invite, onClose, onRenewed }: RenewProps) {
  const queries = useQueryClient();
  const renew = useMutation({
    ...renewInviteLinkMutation(send),
    onSuccess: ({ path }) => {
      void queries.invalidateQueries({ queryKey: queryKeyOf("Campaigns") });
      onRenewed(path);
    },
  });
  return (
    <Confirm
      title={`A new link for ${nameOf(invite)}?`}
      action="Create new link"
      pending="Creating…"
      tone="primary"
      mutation={renew}
      onConfirm={() => renew.mutate({ path: { inviteId: invite.id } })}
      onClose={onClose}
    >
      <p>{invite.hasLink ? "The current link stops working at once." : "The invite has no link yet."}</p>
    </Confirm>
  );
}
