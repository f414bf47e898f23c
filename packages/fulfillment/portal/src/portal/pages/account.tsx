// The account with its rate limit, and the sign-in of the member.

import type { NewPassword, RateLimitTier } from "@fulfillment/portal-api/types";
import { NewPasswordSchema } from "@fulfillment/portal-api/validators";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { countOf, dayOf, minuteOf } from "../../api/dates.ts";
import { send } from "../../api/send.ts";
import {
  changePasswordMutation,
  getAccountOptions,
  signOutEverywhereMutation,
} from "../../generated/tanstack-query/index.gen.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { TextField } from "../../ui/controls.tsx";
import { forgetDrafts } from "../../ui/draft.ts";
import { Form, Submit } from "../../ui/form.tsx";
import { useNotify } from "../../ui/notices.tsx";
import { Loaded } from "../../ui/states.tsx";
import { Fact } from "../facts.tsx";
import { Page } from "../page.tsx";
import { roleWords } from "../role-words.ts";
import { useSession } from "../session.ts";

export default function Account() {
  const account = useQuery(getAccountOptions(send));
  return (
    <Page title="Account" isNarrow>
      <div className="stack">
        <Loaded query={account} what="the account">
          {({ id, name, createdAt, rateLimit }) => (
            <section className="card" aria-labelledby="account">
              <h2 id="account">{name}</h2>
              <dl className="facts">
                <Fact name="Account ID">
                  <code>{id}</code>
                </Fact>
                <Fact name="Customer since">{dayOf(createdAt)}</Fact>
                <Fact name="Rate-limit tier">{tierWords[rateLimit.tier]}</Fact>
                <Fact name="API requests">
                  <span className="number">{countOf(rateLimit.budget)}</span> in {windowOf(rateLimit)}, for each address
                  that calls
                </Fact>
              </dl>
              <p className="quiet small">Ask your account team for a higher limit.</p>
            </section>
          )}
        </Loaded>
        <You />
        <Password />
        <Everywhere />
      </div>
    </Page>
  );
}

const tierWords: Readonly<Record<RateLimitTier["tier"], string>> = {
  STANDARD: "Standard",
  CUSTOM: "Custom, set by your account team",
};

function windowOf({ windowSeconds }: RateLimitTier): string {
  if (windowSeconds % 3600 === 0) return windowSeconds === 3600 ? "an hour" : `${windowSeconds / 3600} hours`;
  if (windowSeconds % 60 === 0) return windowSeconds === 60 ? "a minute" : `${windowSeconds / 60} minutes`;
  return `${windowSeconds} seconds`;
}

function You() {
  const { member, expiresAt } = useSession();
  return (
    <section className="card" aria-labelledby="you">
      <h2 id="you">You</h2>
      <dl className="facts">
        <Fact name="Name">{member.name}</Fact>
        <Fact name="E-mail">{member.email}</Fact>
        <Fact name="Role">
          {roleWords[member.role].label}
          <span className="quiet small second">{roleWords[member.role].note}</span>
        </Fact>
        <Fact name="Session ends">
          {minuteOf(expiresAt)}
          <span className="quiet small second">Earlier after 12 hours without a request.</span>
        </Fact>
      </dl>
    </section>
  );
}

function Password() {
  const change = useMutation(changePasswordMutation(send));
  const notify = useNotify();
  const { member } = useSession();
  return (
    <section className="card" aria-labelledby="password">
      <h2 id="password">Password</h2>
      <Form
        schema={NewPasswordSchema}
        read={(fields): NewPassword => ({
          currentPassword: fields.exact("currentPassword"),
          newPassword: fields.exact("newPassword"),
        })}
        send={(body) => change.mutateAsync({ body })}
        onDone={(_, form) => {
          form.reset();
          notify("The password was changed. Your other sessions have ended.");
        }}
      >
        {/* For password managers, which store a password by its user. */}
        <input
          className="unseen"
          type="text"
          autoComplete="username"
          value={member.email}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <TextField name="currentPassword" label="Current password" type="password" autoComplete="current-password" />
        <TextField
          name="newPassword"
          label="New password"
          type="password"
          autoComplete="new-password"
          hint="12 characters or more. A sentence is easy to remember."
        />
        <div className="actions">
          <Submit pending="Changing…">Change password</Submit>
        </div>
      </Form>
    </section>
  );
}

function Everywhere() {
  const [isAsking, setAsking] = useState(false);
  const signOut = useMutation({
    ...signOutEverywhereMutation(send),
    onSuccess: () => {
      forgetDrafts();
      window.location.assign("/");
    },
  });
  return (
    <section className="card" aria-labelledby="everywhere">
      <h2 id="everywhere">Sessions</h2>
      <p className="quiet">This signs you out of every browser, including this one.</p>
      <div className="actions">
        <button type="button" className="button danger-text" onClick={() => setAsking(true)}>
          Sign out everywhere
        </button>
      </div>
      {isAsking && (
        <Confirm
          title="Sign out everywhere?"
          action="Sign out everywhere"
          pending="Signing out…"
          mutation={signOut}
          onConfirm={() => signOut.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>All your sessions end, including this one. API keys and webhooks keep working.</p>
        </Confirm>
      )}
    </section>
  );
}
