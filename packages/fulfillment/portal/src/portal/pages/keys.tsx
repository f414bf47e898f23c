// The keys of integrations. A new one is shown once.

import type { ApiAddress, ApiKey, ApiKeyChanges, NewApiKey } from "@fulfillment/portal-api/types";
import { ApiKeyChangesSchema, NewApiKeySchema } from "@fulfillment/portal-api/validators";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { dayOf, minuteOf } from "../../api/dates.ts";
import { send } from "../../api/send.ts";
import {
  createApiKeyMutation,
  getAccountOptions,
  listApiKeysKey,
  listApiKeysOptions,
  renameApiKeyMutation,
  revokeApiKeyMutation,
} from "../../generated/tanstack-query/index.gen.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { TextField } from "../../ui/controls.tsx";
import { CopyButton, Secret } from "../../ui/copy.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useNotify } from "../../ui/notices.tsx";
import { Badge, Empty, Loaded } from "../../ui/states.tsx";
import { FormDialog } from "../form-dialog.tsx";
import { Page } from "../page.tsx";
import { ShownOnce } from "../shown-once.tsx";
import { type Columns, Table } from "../table.tsx";

type Open =
  | { readonly dialog: "create" }
  | { readonly dialog: "created"; readonly secret: string; readonly name: string }
  | { readonly dialog: "rename"; readonly apiKey: ApiKey }
  | { readonly dialog: "revoke"; readonly apiKey: ApiKey };

export default function Keys() {
  const keys = useQuery(listApiKeysOptions(send));
  const account = useQuery(getAccountOptions(send));
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const create = (
    <button type="button" className="button primary" onClick={() => setOpen({ dialog: "create" })}>
      <Icon name="plus" />
      Create key
    </button>
  );
  return (
    <Page
      title="API keys"
      lead="Integrations send a key with each request to the API. Use one key for each integration, so that you can revoke it alone."
      actions={create}
    >
      <Loaded query={keys} what="API keys">
        {(all) =>
          all.length === 0 ? (
            <Empty icon="keys" title="No API keys yet">
              {create}
            </Empty>
          ) : (
            <Table
              caption="API keys"
              rows={all}
              keyOf={({ id }) => id}
              isMuted={({ revokedAt }) => revokedAt !== null}
              columns={columns}
              actions={(apiKey) => (
                <KeyActions
                  apiKey={apiKey}
                  onRename={() => setOpen({ dialog: "rename", apiKey })}
                  onRevoke={() => setOpen({ dialog: "revoke", apiKey })}
                />
              )}
            />
          )
        }
      </Loaded>
      {open?.dialog === "create" && (
        <CreateKey onClose={close} onCreated={(secret, name) => setOpen({ dialog: "created", secret, name })} />
      )}
      {open?.dialog === "created" && (
        <ShownOnce
          title={`Your new key “${open.name}”`}
          what="Key"
          value={open.secret}
          next={account.data !== undefined && <FirstRequest apiKey={open.secret} api={account.data.api} />}
          onClose={close}
        >
          <p>Copy the key now and store it where your integration reads its secrets. It is not shown again.</p>
        </ShownOnce>
      )}
      {open?.dialog === "rename" && <RenameKey apiKey={open.apiKey} onClose={close} />}
      {open?.dialog === "revoke" && <RevokeKey apiKey={open.apiKey} onClose={close} />}
    </Page>
  );
}

interface FirstRequestProps {
  readonly apiKey: string;
  readonly api: ApiAddress;
}

/** What to do with a key, and where to read on. Nothing where the operator has not set the address of the API. */
function FirstRequest({ apiKey, api: { origin, docs } }: FirstRequestProps) {
  if (origin === null) return null;
  const command = `curl -w '\\n' -H 'Authorization: Bearer ${apiKey}' ${origin}/v1/auth`;
  return (
    <section className="next" aria-labelledby="first-request">
      <h3 id="first-request">First request</h3>
      <p className="quiet">
        Try the key in a terminal.
        {docs !== null && (
          <>
            {" "}
            <a href={docs} target="_blank" rel="noreferrer">
              Read the documentation
            </a>{" "}
            for the next steps.
          </>
        )}
      </p>
      <Secret value={command} label="Command" />
      <div className="actions">
        <CopyButton text={command} label="Copy command" />
      </div>
    </section>
  );
}

const columns: Columns<ApiKey> = [
  { title: "Name", cell: nameOf },
  {
    title: "Key",
    className: "whole",
    cell: ({ prefix, ending }) => (
      <code>
        {prefix ?? ""}…{ending}
      </code>
    ),
  },
  { title: "Created", className: "whole", cell: ({ createdAt }) => dayOf(createdAt) },
  { title: "Last used", cell: ({ lastUsedAt }) => (lastUsedAt === null ? "Never" : minuteOf(lastUsedAt)) },
];

interface KeyActionsProps {
  readonly apiKey: ApiKey;
  readonly onRename: () => void;
  readonly onRevoke: () => void;
}

function KeyActions({ apiKey, onRename, onRevoke }: KeyActionsProps) {
  if (apiKey.revokedAt !== null) return <Badge tone="plain">Revoked {dayOf(apiKey.revokedAt)}</Badge>;
  return (
    <>
      <button type="button" className="button quiet-button" onClick={onRename}>
        Rename<span className="unseen"> {nameOf(apiKey)}</span>
      </button>
      <button type="button" className="button danger-text" onClick={onRevoke}>
        Revoke<span className="unseen"> {nameOf(apiKey)}</span>
      </button>
    </>
  );
}

function nameOf({ name, ending }: ApiKey): string {
  return name ?? `Key …${ending}`;
}

interface CreateKeyProps {
  readonly onClose: () => void;
  readonly onCreated: (secret: string, name: string) => void;
}

function CreateKey({ onClose, onCreated }: CreateKeyProps) {
  const queries = useQueryClient();
  const create = useMutation(createApiKeyMutation(send));
  return (
    <FormDialog
      title="Create an API key"
      action="Create key"
      pending="Creating…"
      schema={NewApiKeySchema}
      read={(fields): NewApiKey => ({ name: fields.text("name") })}
      send={(body) => create.mutateAsync({ body })}
      onDone={({ key, apiKey }) => {
        void queries.invalidateQueries({ queryKey: listApiKeysKey() });
        // The result of the mutation goes with this dialog; what shows the key has the only copy.
        onCreated(key, nameOf(apiKey));
      }}
      onClose={onClose}
    >
      <TextField name="name" label="Name" hint="Such as the system that will use the key." maxLength={100} autoFocus />
    </FormDialog>
  );
}

interface KeyProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

function RenameKey({ apiKey, onClose }: KeyProps) {
  const queries = useQueryClient();
  const rename = useMutation(renameApiKeyMutation(send));
  return (
    <FormDialog
      title="Rename the key"
      schema={ApiKeyChangesSchema}
      read={(fields): ApiKeyChanges => ({ name: fields.text("name") })}
      send={(body) => rename.mutateAsync({ path: { keyId: apiKey.id }, body })}
      onDone={async () => {
        await queries.invalidateQueries({ queryKey: listApiKeysKey() });
        onClose();
      }}
      onClose={onClose}
    >
      <TextField name="name" label="Name" defaultValue={apiKey.name ?? ""} maxLength={100} autoFocus />
    </FormDialog>
  );
}

function RevokeKey({ apiKey, onClose }: KeyProps) {
  const queries = useQueryClient();
  const notify = useNotify();
  const revoke = useMutation({
    ...revokeApiKeyMutation(send),
    onSuccess: async () => {
      notify(`${nameOf(apiKey)} was revoked.`);
      await queries.invalidateQueries({ queryKey: listApiKeysKey() });
      onClose();
    },
  });
  return (
    <Confirm
      title={`Revoke “${nameOf(apiKey)}”?`}
      action="Revoke key"
      pending="Revoking…"
      mutation={revoke}
      onConfirm={() => revoke.mutate({ path: { keyId: apiKey.id } })}
      onClose={onClose}
    >
      <p>
        Requests with this key fail from the next one on
        {apiKey.lastUsedAt === null ? "." : `; it was last used on ${minuteOf(apiKey.lastUsedAt)}.`} This cannot be
        undone.
      </p>
    </Confirm>
  );
}
