// What is around every page of a member: the menu beside it, or above it on narrow windows.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link, useLocation } from "wouter";
import { send } from "../api/send.ts";
import { signOutMutation } from "../generated/tanstack-query/index.gen.ts";
import { Connection } from "../ui/connection.tsx";
import { forgetDrafts } from "../ui/draft.ts";
import { Icon, type IconName } from "../ui/icon.tsx";
import { useIsOwner, useSession } from "./session.ts";

interface Place {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
}

const work: readonly Place[] = [
  { to: "/orders", label: "Orders", icon: "orders" },
  { to: "/imports", label: "CSV imports", icon: "imports" },
  { to: "/campaigns", label: "Campaigns", icon: "campaigns" },
  { to: "/invites", label: "Invites", icon: "invites" },
];
const integration: readonly Place[] = [
  { to: "/webhooks", label: "Webhooks", icon: "webhooks" },
  { to: "/settings/keys", label: "API keys", icon: "keys" },
];
const settings: readonly Place[] = [
  { to: "/settings/account", label: "Account", icon: "account" },
  { to: "/settings/members", label: "Members", icon: "members" },
];
/** Those of the description that give members a 403. */
const ofOwners: readonly string[] = ["/settings/keys", "/settings/members"];

export function Shell({ children }: { readonly children: ReactNode }) {
  const [path] = useLocation();
  // Open on the page that it was opened on: another page closes it.
  const [openedOn, setOpenedOn] = useState<string | null>(null);
  const isOpen = openedOn === path;
  return (
    <div className="shell">
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <div className="side" data-open={isOpen}>
        <div className="side-head">
          <Link href="/orders" className="brand">
            <img src="/mark.svg" alt="" width="28" height="28" />
            <span>
              Waybill<span className="product">Fulfillment portal</span>
            </span>
          </Link>
          <button
            type="button"
            className="icon-button menu-button"
            aria-expanded={isOpen}
            aria-controls="menu"
            onClick={() => setOpenedOn(isOpen ? null : path)}
          >
            <Icon name={isOpen ? "close" : "menu"} />
            <span className="unseen">Menu</span>
          </button>
        </div>
        <div id="menu" className="menu">
          <Menu path={path} />
          <Member />
        </div>
      </div>
      <main id="content" tabIndex={-1}>
        <Connection />
        {children}
      </main>
    </div>
  );
}

function Menu({ path }: { readonly path: string }) {
  const isOwner = useIsOwner();
  const sections = [
    { title: "Fulfillment", places: work },
    { title: "Integration", places: integration },
    { title: "Settings", places: settings },
  ];
  return (
    <nav aria-label="Pages">
      {sections.map(({ title, places }) => (
        <div key={title} className="menu-section">
          <h2>{title}</h2>
          <ul>
            {places
              .filter(({ to }) => isOwner || !ofOwners.includes(to))
              .map(({ to, label, icon }) => (
                <li key={to}>
                  <Link
                    href={to}
                    aria-current={path === to ? "page" : path.startsWith(`${to}/`) ? "true" : undefined}
                    className="place"
                  >
                    <Icon name={icon} />
                    {label}
                  </Link>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Member() {
  const { member, account } = useSession();
  const queries = useQueryClient();
  const signOut = useMutation({
    ...signOutMutation(send),
    // Also after a failure: the query of the session then says whether there still is one.
    onSettled: () => leave(),
  });
  const leave = (): void => {
    queries.clear();
    forgetDrafts();
    // With the page goes all that it holds.
    window.location.assign("/");
  };
  return (
    <div className="member">
      <div className="member-name">
        <strong>{member.name}</strong>
        <span className="quiet small">{account.name}</span>
      </div>
      <button
        type="button"
        className="icon-button"
        title="Sign out"
        aria-disabled={signOut.isPending}
        onClick={() => signOut.mutate()}
      >
        <Icon name="leave" />
        <span className="unseen">Sign out</span>
      </button>
    </div>
  );
}
