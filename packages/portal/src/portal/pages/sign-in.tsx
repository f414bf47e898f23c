// E-mail address and password -> a session. Afterwards the page is the one that was asked for.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { send } from "../../api/send.ts";
import { getSessionKey, signInMutation } from "../../generated/tanstack-query/index.gen.ts";
import type { Credentials } from "../../generated/types/index.gen.ts";
import { TextField } from "../../ui/controls.tsx";
import { Form, Submit } from "../../ui/form.tsx";

/** Validators are a third of the code that this page would load before it is of use. */
const loadSchema = async () => (await import("../../generated/zod/index.gen.ts")).CredentialsSchema;

interface SignInProps {
  /** Whether someone was signed in on this page. */
  readonly hasEnded: boolean;
}

export default function SignIn({ hasEnded }: SignInProps) {
  const queries = useQueryClient();
  const signIn = useMutation(signInMutation(send));
  return (
    <main className="alone">
      <title>Sign in · Fulfillment portal</title>
      <div className="card sign-in">
        <img src="/mark.svg" alt="" width="40" height="40" />
        <h1>Sign in</h1>
        {hasEnded ? (
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
            // What the member before has loaded; the query of the session stays, since the portal listens to it.
            queries.removeQueries({ predicate: ({ queryKey }) => queryKey[2] !== getSessionKey()[2] });
            queries.setQueryData(getSessionKey({}), session);
          }}
        >
          <TextField name="email" label="E-mail address" type="email" autoComplete="username" maxLength={254} />
          <TextField name="password" label="Password" type="password" autoComplete="current-password" />
          <Submit pending="Signing in…">Sign in</Submit>
        </Form>
        <p className="small quiet">Accounts and new passwords come from your account team.</p>
      </div>
    </main>
  );
}
