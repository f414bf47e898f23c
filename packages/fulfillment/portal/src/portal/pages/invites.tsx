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
  listInvitesOptions,
  queryKeyOf,
  renewInviteLinkMutation,
} from "../../generated/tanstack-query/index.gen.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { TextField } from "../../ui/controls.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Badge, Empty, type Tone } from "../../ui/states.tsx";
import { CampaignField, CampaignFilter } from "../campaign-choices.tsx";
import { ChoiceFilter, choicesOf, Pages, RemoveFilters, useFilters } from "../filters.tsx";
import { FormDialog } from "../form-dialog.tsx";
import { Page } from "../page.tsx";
import { linesOf, ProductLines } from "../product-lines.tsx";
import { ShownOnce } from "../shown-once.tsx";
import { type Columns, Table } from "../table.tsx";

const statusWords: Readonly<Record<InviteStatus, { readonly label: string; readonly tone: Tone }>> = {
  OPEN: { label: "Open", tone: "blue" },
  REDEEMED: { label: "Redeemed", tone: "green" },
};
const statuses = choicesOf(statusWords, ({ label }) => label);

type Open =
  | { readonly dialog: "create" }
  | { readonly dialog: "renew"; readonly invite: Invite }
  | { readonly dialog: "link"; readonly path: string };

export default function Invites() {
  const filters = useFilters();
  const invites = useQuery({
    ...listInvitesOptions(send, {
      query: {
        limit: filters.perPage,
        offset: filters.offset,
        campaignId: filters.get("campaign"),
        status: filters.oneOf("status", statuses),
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
        <CampaignFilter filters={filters} />
        <ChoiceFilter filters={filters} name="status" label="Status" all="All statuses" choices={statuses} />
      </search>
      <Pages
        query={invites}
        filters={filters}
        one="invite"
        many="invites"
        empty={
          <Empty icon="invites" title={filters.isFiltered ? "No invite matches" : "No invites yet"}>
            {filters.isFiltered ? <RemoveFilters filters={filters} /> : create}
          </Empty>
        }
      >
        {(items) => (
          <Table
            caption="Invites, the latest first"
            rows={items}
            keyOf={({ id }) => id}
            columns={columns}
            actions={(invite) => <InviteActions invite={invite} onRenew={() => setOpen({ dialog: "renew", invite })} />}
          />
        )}
      </Pages>
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

const columns: Columns<Invite> = [
  {
    title: "Recipient",
    cell: (invite) => (
      <>
        {nameOf(invite)}
        {invite.recipient !== null && invite.email !== null && (
          <span className="quiet small second">{invite.email}</span>
        )}
      </>
    ),
  },
  { title: "Campaign", className: "roomy", cell: ({ campaignTitle }) => campaignTitle },
  {
    title: "Created",
    className: "whole",
    cell: ({ createdAt }) => (createdAt === null ? "–" : dayOf(createdAt)),
  },
  { title: "Last viewed", cell: ({ viewedAt }) => (viewedAt === null ? "Not yet" : minuteOf(viewedAt)) },
  {
    title: "Status",
    cell: ({ status }) => <Badge tone={statusWords[status].tone}>{statusWords[status].label}</Badge>,
  },
];

function InviteActions({ invite, onRenew }: { readonly invite: Invite; readonly onRenew: () => void }) {
  return (
    <>
      {invite.orderId !== null && (
        <Link href={`/orders/${encodeURIComponent(invite.orderId)}`} className="button quiet-button">
          Order<span className="unseen"> of {nameOf(invite)}</span>
        </Link>
      )}
      {invite.status === "OPEN" && (
        <button type="button" className="button quiet-button" onClick={onRenew}>
          New link<span className="unseen"> for {nameOf(invite)}</span>
        </button>
      )}
    </>
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
  const create = useMutation(createInviteMutation(send));
  return (
    <FormDialog
      title="New invite"
      draft="invites/new"
      action="Create invite"
      pending="Creating…"
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
      onClose={onClose}
    >
      <CampaignField defaultValue={campaignId} />
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
    </FormDialog>
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
