// Campaigns, and the landing pages where visitors order.

import type { Campaign, CampaignChanges, NewCampaign } from "@fulfillment/portal-api/types";
import { CampaignChangesSchema, NewCampaignSchema } from "@fulfillment/portal-api/validators";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { counted, dayOf } from "../../api/dates.ts";
import { send } from "../../api/send.ts";
import {
  createCampaignMutation,
  listCampaignsOptions,
  queryKeyOf,
  updateCampaignMutation,
} from "../../generated/tanstack-query/index.gen.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { Checkbox, TextField } from "../../ui/controls.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Empty, Loaded } from "../../ui/states.tsx";
import { FormDialog } from "../form-dialog.tsx";
import { Page } from "../page.tsx";

type Open =
  | { readonly dialog: "create" }
  | { readonly dialog: "rename"; readonly campaign: Campaign }
  | { readonly dialog: "landing"; readonly campaign: Campaign };

export default function Campaigns() {
  const campaigns = useQuery(listCampaignsOptions(send));
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const create = (
    <button type="button" className="button primary" onClick={() => setOpen({ dialog: "create" })}>
      <Icon name="plus" />
      New campaign
    </button>
  );
  return (
    <Page
      title="Campaigns"
      lead="Orders are placed against a campaign. A landing page lets visitors order by themselves."
      actions={create}
    >
      <Loaded query={campaigns} what="campaigns">
        {(all) =>
          all.length === 0 ? (
            <Empty icon="campaigns" title="No campaigns yet">
              {create}
            </Empty>
          ) : (
            <ul className="cards two">
              {all.map((campaign) => (
                <CampaignCard
                  key={campaign.id}
                  campaign={campaign}
                  onRename={() => setOpen({ dialog: "rename", campaign })}
                  onLanding={() => setOpen({ dialog: "landing", campaign })}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {open?.dialog === "create" && <CreateCampaign onClose={close} />}
      {open?.dialog === "rename" && <RenameCampaign campaign={open.campaign} onClose={close} />}
      {open?.dialog === "landing" && <LandingPage campaign={open.campaign} onClose={close} />}
    </Page>
  );
}

interface CardProps {
  readonly campaign: Campaign;
  readonly onRename: () => void;
  readonly onLanding: () => void;
}

function CampaignCard({ campaign, onRename, onLanding }: CardProps) {
  const { id, title, createdAt, landingPath, orderCount, inviteCount } = campaign;
  const query = `?campaign=${encodeURIComponent(id)}`;
  return (
    <li className="card">
      <div className="card-head">
        <h2 className="as-typed">{title}</h2>
        <button type="button" className="button quiet-button" onClick={onRename}>
          Rename<span className="unseen"> {title}</span>
        </button>
      </div>
      <p className="quiet small">
        Created {dayOf(createdAt)} · <Link href={`/orders${query}`}>{counted(orderCount, "order")}</Link> ·{" "}
        <Link href={`/invites${query}`}>{counted(inviteCount, "invite")}</Link>
      </p>
      <div className="actions">
        <Link href={`/orders/new${query}`} className="button quiet-button">
          New order<span className="unseen"> for {title}</span>
        </Link>
        <Link href={`/imports/new${query}`} className="button quiet-button">
          Import CSV<span className="unseen"> for {title}</span>
        </Link>
      </div>
      <div className="landing">
        {landingPath === null ? (
          <p className="quiet">No landing page</p>
        ) : (
          <p>
            <span className="small quiet second">Landing page</span>
            <a href={landingPath} target="_blank" rel="noreferrer">
              {window.location.host}
              {landingPath}
            </a>
          </p>
        )}
        <div className="actions">
          {landingPath !== null && <CopyButton text={`${window.location.origin}${landingPath}`} label="Copy link" />}
          <button type="button" className="button" onClick={onLanding}>
            {landingPath === null ? "Open a landing page" : "Close page"}
            <span className="unseen"> {landingPath === null ? `for ${title}` : `the landing page of ${title}`}</span>
          </button>
        </div>
      </div>
    </li>
  );
}

function CreateCampaign({ onClose }: { readonly onClose: () => void }) {
  const create = useMutation(createCampaignMutation(send));
  const done = useDone(onClose);
  return (
    <FormDialog
      title="New campaign"
      action="Create campaign"
      pending="Creating…"
      schema={NewCampaignSchema}
      read={(fields): NewCampaign => ({ title: fields.text("title"), landingPage: fields.has("landingPage") })}
      send={(body) => create.mutateAsync({ body })}
      onDone={done}
      onClose={onClose}
    >
      <TextField name="title" label="Title" hint="Recipients see it." maxLength={200} autoFocus />
      <Checkbox name="landingPage" label="Open a landing page at once" />
    </FormDialog>
  );
}

/** Closes the dialog once the list has what was changed. */
function useDone(onClose: () => void): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries({ queryKey: queryKeyOf("Campaigns") });
    onClose();
  };
}

interface CampaignProps {
  readonly campaign: Campaign;
  readonly onClose: () => void;
}

function RenameCampaign({ campaign, onClose }: CampaignProps) {
  const update = useMutation(updateCampaignMutation(send));
  const done = useDone(onClose);
  return (
    <FormDialog
      title="Rename the campaign"
      schema={CampaignChangesSchema}
      read={(fields): CampaignChanges => ({ title: fields.text("title") })}
      send={(body) => update.mutateAsync({ path: { campaignId: campaign.id }, body })}
      onDone={done}
      onClose={onClose}
    >
      <TextField name="title" label="Title" defaultValue={campaign.title} maxLength={200} autoFocus />
    </FormDialog>
  );
}

function LandingPage({ campaign, onClose }: CampaignProps) {
  const isOpen = campaign.landingPath !== null;
  const update = useMutation({ ...updateCampaignMutation(send), onSuccess: useDone(onClose) });
  return (
    <Confirm
      title={isOpen ? "Close the landing page?" : "Open a landing page?"}
      action={isOpen ? "Close the page" : "Open the page"}
      pending={isOpen ? "Closing…" : "Opening…"}
      tone={isOpen ? "danger" : "primary"}
      mutation={update}
      onConfirm={() => update.mutate({ path: { campaignId: campaign.id }, body: { landingPage: !isOpen } })}
      onClose={onClose}
    >
      <p>
        {isOpen
          ? "Its link stops working at once. A page that is opened again has another link."
          : `Everyone who has the link can order for “${campaign.title}”.`}
      </p>
    </Confirm>
  );
}
