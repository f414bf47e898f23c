// E-mail address and password -> a session. Afterwards the page is the one that was asked for.

import type { Credentials, Session } from "@fulfillment/portal-api/types";
import { type QueryFilters, useMutation, useQueryClient } from "@tanstack/react-query";
import { send } from "../../api/send.ts";
import { getSessionKey, signInMutation } from "../../generated/tanstack-query/index.gen.ts";
import { TextField } from "../../ui/controls.tsx";
import { Form, Submit } from "../../ui/form.tsx";
import { useWindowTitle } from "../page.tsx";

/** Validators are a third of the code that this page would load before it is of use. */
const loadSchema = async () => (await import("@fulfillment/portal-api/validators")).CredentialsSchema;

interface SignInProps {
  /** The session that was on this page before. */
  readonly ended: Session | null;
}

export default function SignIn({ ended }: SignInProps) {
  const queries = useQueryClient();
  const signIn = useMutation(signInMutation(send));
  useWindowTitle("Sign in");
  return (
    <main className="alone">
      <div className="card sign-in">
        <img src="/mark.svg" alt="" width="40" height="40" />
        <h1>Sign in</h1>
        {ended !== null ? (
          <p role="status">Your session has ended. Sign in again to return to your page.</p>
        ) : (
          <p className="quiet">To the customer portal of your account.</p>
        )}
        <Form
          label="Sign in"
          schema={loadSchema}
          read={(fields): Credentials => ({ email: fields.text("email"), password: fields.exact("password") })}
          send={(body) => signIn.mutateAsync({ body })}
          onDone={(session) => {
            // The query of the session stays, since the portal listens to it.
            const others: QueryFilters = { predicate: ({ queryKey }) => queryKey[2] !== getSessionKey()[2] };
            if (session.member.id === ended?.member.id) void queries.invalidateQueries(others);
            else queries.removeQueries(others);
            queries.setQueryData(getSessionKey({}), session);
          }}
        >
          <TextField
            name="email"
            label="E-mail address"
            type="email"
            autoComplete="username"
            maxLength={254}
            autoFocus
          />
          <TextField name="password" label="Password" type="password" autoComplete="current-password" />
          <Submit pending="Signing in…">Sign in</Submit>
        </Form>
        <p className="small quiet">Accounts and new passwords come from your account team.</p>
      </div>
    </main>
  );
}
