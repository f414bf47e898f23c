// The keys of integrations. A new one is shown once.

import type { ApiKey, ApiKeyChanges, NewApiKey } from "@fulfillment/portal-api/types";
import { ApiKeyChangesSchema, NewApiKeySchema } from "@fulfillment/portal-api/validators";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { dayOf, minuteOf } from "../../api/dates.ts";
import { send } from "../../api/send.ts";
import {
  createApiKeyMutation,
  listApiKeysKey,
  listApiKeysOptions,
  renameApiKeyMutation,
  revokeApiKeyMutation,
} from "../../generated/tanstack-query/index.gen.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { TextField } from "../../ui/controls.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Form, Submit } from "../../ui/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useNotify } from "../../ui/notices.tsx";
import { Badge, Empty, Loaded } from "../../ui/states.tsx";
import { Page } from "../page.tsx";
import { ShownOnce } from "../shown-once.tsx";

type Open =
  | { readonly dialog: "create" }
  | { readonly dialog: "created"; readonly secret: string; readonly name: string }
  | { readonly dialog: "rename"; readonly apiKey: ApiKey }
  | { readonly dialog: "revoke"; readonly apiKey: ApiKey };

export default function Keys() {
  const keys = useQuery(listApiKeysOptions(send));
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
            <KeyTable
              keys={all}
              onRename={(apiKey) => setOpen({ dialog: "rename", apiKey })}
              onRevoke={(apiKey) => setOpen({ dialog: "revoke", apiKey })}
            />
          )
        }
      </Loaded>
      {open?.dialog === "create" && (
        <CreateKey onClose={close} onCreated={(secret, name) => setOpen({ dialog: "created", secret, name })} />
      )}
      {open?.dialog === "created" && (
        <ShownOnce title={`Your new key “${open.name}”`} what="Key" value={open.secret} onClose={close}>
          <p>Copy the key now and store it where your integration reads its secrets. It is not shown again.</p>
        </ShownOnce>
      )}
      {open?.dialog === "rename" && <RenameKey apiKey={open.apiKey} onClose={close} />}
      {open?.dialog === "revoke" && <RevokeKey apiKey={open.apiKey} onClose={close} />}
    </Page>
  );
}

interface KeyTableProps {
  readonly keys: readonly ApiKey[];
  readonly onRename: (apiKey: ApiKey) => void;
  readonly onRevoke: (apiKey: ApiKey) => void;
}

function KeyTable({ keys, onRename, onRevoke }: KeyTableProps) {
  return (
    <div className="card flush">
      <table className="list">
        <caption className="unseen">API keys</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Key</th>
            <th scope="col">Created</th>
            <th scope="col">Last used</th>
            <th scope="col">
              <span className="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((apiKey) => (
            <tr key={apiKey.id} data-muted={apiKey.revokedAt !== null}>
              <th scope="row">{nameOf(apiKey)}</th>
              <td data-label="Key" className="whole">
                <code>
                  {apiKey.prefix ?? ""}…{apiKey.ending}
                </code>
              </td>
              <td data-label="Created" className="whole">
                {dayOf(apiKey.createdAt)}
              </td>
              <td data-label="Last used">{apiKey.lastUsedAt === null ? "Never" : minuteOf(apiKey.lastUsedAt)}</td>
              <td className="row-actions">
                {apiKey.revokedAt === null ? (
                  <>
                    <button type="button" className="button quiet-button" onClick={() => onRename(apiKey)}>
                      Rename<span className="unseen"> {nameOf(apiKey)}</span>
                    </button>
                    <button type="button" className="button danger-text" onClick={() => onRevoke(apiKey)}>
                      Revoke<span className="unseen"> {nameOf(apiKey)}</span>
                    </button>
                  </>
                ) : (
                  <Badge tone="plain">Revoked {dayOf(apiKey.revokedAt)}</Badge>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
    <Dialog title="Create an API key" onClose={onClose}>
      <Form
        schema={NewApiKeySchema}
        read={(fields): NewApiKey => ({ name: fields.text("name") })}
        send={(body) => create.mutateAsync({ body })}
        onDone={({ key, apiKey }) => {
          void queries.invalidateQueries({ queryKey: listApiKeysKey() });
          // The result of the mutation goes with this dialog; what shows the key has the only copy.
          onCreated(key, nameOf(apiKey));
        }}
      >
        <TextField
          name="name"
          label="Name"
          hint="Such as the system that will use the key."
          maxLength={100}
          autoFocus
        />
        <div className="actions end">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <Submit pending="Creating…">Create key</Submit>
        </div>
      </Form>
    </Dialog>
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
    <Dialog title="Rename the key" onClose={onClose}>
      <Form
        schema={ApiKeyChangesSchema}
        read={(fields): ApiKeyChanges => ({ name: fields.text("name") })}
        send={(body) => rename.mutateAsync({ path: { keyId: apiKey.id }, body })}
        onDone={async () => {
          await queries.invalidateQueries({ queryKey: listApiKeysKey() });
          onClose();
        }}
      >
        <TextField name="name" label="Name" defaultValue={apiKey.name ?? ""} maxLength={100} autoFocus />
        <div className="actions end">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <Submit>Save</Submit>
        </div>
      </Form>
    </Dialog>
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
