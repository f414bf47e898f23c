// A CSV file -> its preview, by which one decides -> an import that runs.

import type { ImportPreview, ImportProblem } from "@fulfillment/portal-api/types";
import { useMutation, usePrefetchQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button as AriaButton, DropZone, type FileDropItem, FileTrigger } from "react-aria-components";
import { Link, useLocation, useSearchParams } from "wouter";
import { counted, countOf } from "../../api/dates.ts";
import { messageOf, messageOfUnclear, type PortalError } from "../../api/failures.ts";
import { send, sendFile } from "../../api/send.ts";
import {
  listCampaignsOptions,
  listImportsOptions,
  listProductsOptions,
  previewImportMutation,
  queryKeyOf,
  startImportMutation,
} from "../../generated/tanstack-query/index.gen.ts";
import { Icon } from "../../ui/icon.tsx";
import { useSingle } from "../../ui/single.ts";
import { Alert, ErrorAlert } from "../../ui/states.tsx";
import { useCampaignOptions, usePreselected } from "../campaign-choices.tsx";
import { downloadCsv } from "../csv.ts";
import { useBefore } from "../imported-before.tsx";
import { Page } from "../page.tsx";
import { Scrolling } from "../scrolling.tsx";

export default function NewImport() {
  const campaigns = useQuery(listCampaignsOptions(send));
  const options = useCampaignOptions();
  usePrefetchQuery(listImportsOptions(send));
  const [search] = useSearchParams();
  const preselected = usePreselected(search.get("campaign") ?? "");
  const [chosen, setCampaignId] = useState("");
  const campaignId = chosen === "" ? preselected : chosen;
  const [file, setFile] = useState<File | null>(null);
  const preview = useMutation(previewImportMutation(sendFile));
  const check = (nextCampaign: string, nextFile: File | null): void => {
    setCampaignId(nextCampaign);
    setFile(nextFile);
    if (nextCampaign === "" || nextFile === null) preview.reset();
    else preview.mutate({ body: { campaignId: nextCampaign, file: nextFile } });
  };
  return (
    <Page
      title="New import"
      back={{ to: "/imports", label: "CSV imports" }}
      lead="Nothing is stored until you start the import."
      isNarrow
    >
      <div className="stack">
        <section className="card">
          <div className="field">
            <label htmlFor="import-campaign">Campaign</label>
            <select
              id="import-campaign"
              required
              value={campaignId}
              onChange={(event) => check(event.currentTarget.value, file)}
            >
              {options}
            </select>
            {campaigns.error !== null && <p className="problem">{messageOf(campaigns.error)}</p>}
          </div>
          <ChooseFile file={file} onChoose={(next) => check(campaignId, next)} />
        </section>
        {file !== null && campaignId === "" && (
          <p className="quiet" role="status">
            Choose a campaign to see the preview.
          </p>
        )}
        {preview.isPending && (
          <p className="card" role="status">
            Reading {file?.name}…
          </p>
        )}
        <ErrorAlert error={preview.error} />
        {preview.data !== undefined &&
          file !== null &&
          (preview.data.problems.length > 0 ? (
            <Problems problems={preview.data.problems} fileName={file.name} />
          ) : (
            <Preview preview={preview.data} campaignId={campaignId} file={file} />
          ))}
      </div>
    </Page>
  );
}

interface ChooseFileProps {
  readonly file: File | null;
  readonly onChoose: (file: File) => void;
}

function ChooseFile({ file, onChoose }: ChooseFileProps) {
  const drop = async (items: readonly FileDropItem[]): Promise<void> => {
    const [first] = items;
    if (first !== undefined) onChoose(await first.getFile());
  };
  return (
    <div className="field">
      <span id="file-label" className="label">
        File
      </span>
      <DropZone
        className="drop"
        aria-labelledby="file-label"
        getDropOperation={() => "copy"}
        onDrop={({ items }) => void drop(items.filter((item) => item.kind === "file"))}
      >
        <Icon name="file" />
        <p>{file === null ? "Drop a CSV file here, or" : <strong className="as-typed">{file.name}</strong>}</p>
        <FileTrigger
          acceptedFileTypes={[".csv", "text/csv"]}
          onSelect={(files) => {
            const [first] = files ?? [];
            if (first !== undefined) onChoose(first);
          }}
        >
          <AriaButton className="button">{file === null ? "Choose a file" : "Choose another file"}</AriaButton>
        </FileTrigger>
      </DropZone>
      <p className="hint">
        UTF-8, with a header row. <Template />
      </p>
    </div>
  );
}

/** An order that can be imported as it is, with the first product of the account. */
function Template() {
  const queries = useQueryClient();
  const [error, setError] = useState<PortalError | null>(null);
  const download = async (): Promise<void> => {
    const [product] = await queries.ensureQueryData(listProductsOptions(send));
    const row = { ...exampleRow, sku: product?.sku ?? "SKU" };
    downloadCsv("orders-template.csv", [Object.keys(row), Object.values(row)]);
  };
  return (
    <>
      <button
        type="button"
        className="link"
        onClick={() => {
          setError(null);
          void download().catch(setError);
        }}
      >
        Download a template
      </button>
      {error !== null && (
        <span className="problem second" role="alert">
          {messageOf(error)}
        </span>
      )}
    </>
  );
}

const exampleRow = {
  sourceOrderNumber: "A-1",
  firstName: "Ada",
  lastName: "Reyes",
  email: "ada.reyes@example.com",
  street1: "18 Harbour Row",
  city: "Portland",
  state: "OR",
  zip: "97209",
  sku: "",
  quantity: "2",
};

interface PreviewProps {
  readonly preview: ImportPreview;
  readonly campaignId: string;
  readonly file: File;
}

function Preview({ preview, campaignId, file }: PreviewProps) {
  const queries = useQueryClient();
  const [, goTo] = useLocation();
  const start = useMutation({
    ...startImportMutation(sendFile),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: queryKeyOf("Imports") });
      goTo(`/imports/${encodeURIComponent(id)}`);
    },
  });
  const single = useSingle(start);
  const before = useBefore(preview);
  const isEarly = preview.orders === 0 || before.isPending;
  return (
    <section className="card" aria-labelledby="preview">
      <h2 id="preview" role="status">
        {counted(preview.orders, "order")} with {counted(preview.items, "line item")}
      </h2>
      <Scrolling label="The first orders of the file">
        <table className="plain">
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Number</th>
              <th scope="col">Recipient</th>
              <th scope="col">City</th>
              <th scope="col">Products</th>
            </tr>
          </thead>
          <tbody>
            {preview.sample.map(({ line, sourceOrderNumber, recipient, city, country, products }) => (
              <tr key={line}>
                <td className="number">{countOf(line)}</td>
                <td>{sourceOrderNumber ?? "–"}</td>
                <td>{recipient}</td>
                <td>
                  {city}, {country}
                </td>
                <td>{products.map(({ sku, quantity }) => `${quantity} × ${sku}`).join(", ")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
      {preview.orders > preview.sample.length && (
        <p className="quiet small">
          And {counted(preview.orders - preview.sample.length, "more order", "more orders")}.
        </p>
      )}
      <div role="status">{before.warning !== null && <div className="note amber">{before.warning}</div>}</div>
      {start.error !== null && (
        <Alert>
          <p>
            {messageOfUnclear(
              start.error,
              "The import may have started: look at the list of imports before you start it again.",
            )}
          </p>
        </Alert>
      )}
      <div className="actions end">
        <Link href="/imports" className="button">
          Cancel
        </Link>
        <button
          type="button"
          className="button primary"
          aria-disabled={start.isPending || isEarly}
          onClick={() => {
            if (!isEarly) single(() => start.mutate({ body: { campaignId, file } }));
          }}
        >
          {start.isPending ? "Starting…" : `Import ${counted(preview.orders, "order")}`}
        </button>
      </div>
    </section>
  );
}

/** More than that is no list to read. */
const mostShown = 100;

function Problems({ problems, fileName }: { readonly problems: readonly ImportProblem[]; readonly fileName: string }) {
  const rows = problems.map(({ line, column, message }) => [String(line), column ?? "", message]);
  return (
    <section className="card" aria-labelledby="problems">
      <div className="card-head">
        <h2 id="problems" role="alert">
          {counted(problems.length, "problem")} to fix in the file
        </h2>
        <button
          type="button"
          className="button quiet-button"
          onClick={() => downloadCsv(`problems-of-${fileName}`, [["line", "column", "problem"], ...rows])}
        >
          <Icon name="imports" />
          Download the list
        </button>
      </div>
      <Scrolling label="Problems of the file">
        <table className="plain">
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Column</th>
              <th scope="col">Problem</th>
            </tr>
          </thead>
          <tbody>
            {problems.slice(0, mostShown).map(({ line, column, message }) => (
              <tr key={`${line} ${column} ${message}`}>
                <td className="number">{countOf(line)}</td>
                <td>{column === null ? "–" : <code>{column}</code>}</td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
      {problems.length > mostShown && (
        <p className="quiet small">{countOf(problems.length - mostShown)} more are in the list to download.</p>
      )}
    </section>
  );
}
