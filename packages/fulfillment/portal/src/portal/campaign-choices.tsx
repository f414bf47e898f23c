// The campaigns of the account, as a field of a form and as a filter of a list.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { send } from "../api/send.ts";
import { listCampaignsOptions } from "../generated/tanstack-query/index.gen.ts";
import { SelectField } from "../ui/controls.tsx";
import { ChoiceFilter, type Filters } from "./filters.tsx";

export function CampaignField({ defaultValue = "" }: { readonly defaultValue?: string }) {
  const options = useCampaignOptions();
  const preselected = usePreselected(defaultValue);
  return (
    // Its first value is that of its first render, and the campaigns may come later.
    <SelectField key={preselected} name="campaignId" label="Campaign" defaultValue={preselected}>
      {options}
    </SelectField>
  );
}

/** The campaign that is asked for; without one, the only one of the account. */
export function usePreselected(wanted: string): string {
  const { data = [] } = useQuery(listCampaignsOptions(send));
  const [first, ...others] = data;
  return wanted !== "" || first === undefined || others.length > 0 ? wanted : first.id;
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
