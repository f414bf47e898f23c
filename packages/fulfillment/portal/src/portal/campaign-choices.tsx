// The campaigns of the account, as a field of a form and as a filter of a list.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { send } from "../api/send.ts";
import { listCampaignsOptions } from "../generated/tanstack-query/index.gen.ts";
import { SelectField } from "../ui/controls.tsx";
import { ChoiceFilter, type Filters } from "./filters.tsx";

export function CampaignField({ defaultValue = "" }: { readonly defaultValue?: string }) {
  const options = useCampaignOptions();
  return (
    <SelectField name="campaignId" label="Campaign" defaultValue={defaultValue}>
      {options}
    </SelectField>
  );
}

/** Of a `select` of the same component: React chooses an option again only where it renders the `select` itself. */
export function useCampaignOptions(): ReactNode {
  const campaigns = useQuery(listCampaignsOptions(send));
  return (
    <>
      <option value="" hidden>
        {campaigns.isPending ? "Loading campaigns…" : "Choose…"}
      </option>
      {campaigns.data?.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </>
  );
}

export function CampaignFilter({ filters }: { readonly filters: Filters }) {
  const campaigns = useQuery(listCampaignsOptions(send));
  const choices = (campaigns.data ?? []).map(({ id, title }) => ({ value: id, label: title }));
  return <ChoiceFilter filters={filters} name="campaign" label="Campaign" all="All campaigns" choices={choices} />;
}
