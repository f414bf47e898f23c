// Roles -> the words of the portal.
import type { Role } from "@fulfillment/portal-api/types";

export const roleWords: Readonly<Record<Role, { readonly label: string; readonly note: string }>> = {
  OWNER: { label: "Owner", note: "May do everything, including API keys." },
  MEMBER: { label: "Member", note: "May do everything but API keys and the list of members." },
};
