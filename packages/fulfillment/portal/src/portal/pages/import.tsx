// One import: its progress while it runs, and the report of its orders.

import type { Import as ImportData, ImportLine, ImportLineStatus } from "@fulfillment/portal-api/types";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { counted, countOf, minuteOf } from "../../api/dates.ts";
import type { PortalError } from "../../api/failures.ts";
import { send } from "../../api/send.ts";
import {
  getImportOptions,
  listImportLinesKey,
  listImportLinesOptions,
  queryKeyOf,
} from "../../generated/tanstack-query/index.gen.ts";
import { Icon } from "../../ui/icon.tsx";
import { Badge, ErrorAlert, Loaded, type Tone } from "../../ui/states.tsx";
import { downloadCsv } from "../csv.ts";
import { ChoiceFilter, choicesOf, Pages, useFilters } from "../filters.tsx";
import { Page } from "../page.tsx";
import { type Columns, Table } from "../table.tsx";

const lineWords: Readonly<Record<ImportLineStatus, { readonly label: string; readonly tone: Tone }>> = {
  WAITING: { label: "Waiting", tone: "plain" },
  PLACED: { label: "Placed", tone: "green" },
  FAILED: { label: "Failed", tone: "red" },
};
const statuses = choicesOf(lineWords, ({ label }) => label);

export default function Import({ id }: { readonly id: string }) {
  const queries = useQueryClient();
  const one = useQuery({
    ...getImportOptions(send, { path: { importId: id } }),
    refetchInterval: ({ state }) => (state.data?.status === "RUNNING" ? 700 : false),
  });
  const progress = one.data === undefined ? 0 : one.data.placed + one.data.failed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lines and the lists of orders follow the counts
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: listImportLinesKey() });
    if (one.data?.status === "DONE") void queries.invalidateQueries({ queryKey: queryKeyOf("Orders") });
  }, [progress, one.data?.status]);
  return (
    <Page
      title={<span className="as-typed">{one.data?.fileName ?? "Import"}</span>}
      name={one.data?.fileName ?? "Import"}
      back={{ to: "/imports", label: "CSV imports" }}
      lead={one.data === undefined ? undefined : `Started ${minuteOf(one.data.createdAt)}`}
    >
      <Loaded query={one} what="the import">
        {(data) => (
          <div className="stack">
            <Progress one={data} />
            <Report one={data} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Progress({ one }: { readonly one: ImportData }) {
  const { orders, placed, failed, status } = one;
  const isRunning = status === "RUNNING";
  return (
    <section className="card" aria-labelledby="progress">
      <div className="card-head">
        <h2 id="progress">
          {isRunning ? "Placing orders…" : failed === 0 ? "All orders are placed" : "Import finished"}
        </h2>
        <span className="number" aria-hidden="true">
          {countOf(placed + failed)} / {countOf(orders)}
        </span>
      </div>
      <progress aria-labelledby="progress" max={orders} value={placed + failed} />
      <p className="quiet small number">
        {counted(placed, "order")} placed, {countOf(failed)} failed
        {isRunning && ". The import continues when you leave this page."}
      </p>
      <p role="status" className="unseen">
        {isRunning
          ? `${Math.floor(((placed + failed) / orders) * 10) * 10} percent`
          : `Finished: ${placed} placed, ${failed} failed`}
      </p>
    </section>
  );
}

function Report({ one }: { readonly one: ImportData }) {
  const filters = useFilters();
  const lines = useQuery({
    ...listImportLinesOptions(send, {
      path: { importId: one.id },
      query: {
        limit: filters.perPage,
        offset: filters.offset,
        status: filters.oneOf("status", statuses),
      },
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-labelledby="report" className="stack">
      <div className="section-head">
        <h2 id="report">Report</h2>
        <div className="actions">
          <ChoiceFilter filters={filters} name="status" label="Status" all="All orders" choices={statuses} />
          <DownloadReport one={one} />
        </div>
      </div>
      <Pages query={lines} what="the report" filters={filters} one="order" many="orders">
        {(items) => <Table caption="Orders of the file" rows={items} keyOf={({ line }) => line} columns={columns} />}
      </Pages>
    </section>
  );
}

const columns: Columns<ImportLine> = [
  {
    title: "Line",
    className: "number",
    cell: ({ line }) => (
      <>
        <span className="only-narrow">Line </span>
        {countOf(line)}
      </>
    ),
  },
  { title: "Recipient", cell: ({ recipient }) => recipient },
  {
    title: "Order",
    cell: ({ orderId, orderNumber }) =>
      orderId === null ? "–" : <Link href={`/orders/${encodeURIComponent(orderId)}`}>{orderNumber}</Link>,
  },
  {
    title: "Status",
    cell: ({ status, problem }) => (
      <>
        <Badge tone={lineWords[status].tone}>{lineWords[status].label}</Badge>
        {problem !== null && <span className="problem second">{problem}</span>}
      </>
    ),
  },
];

/** The most that the service returns at once. */
const chunk = 200;

function DownloadReport({ one }: { readonly one: ImportData }) {
  const queries = useQueryClient();
  const [isLoading, setLoading] = useState(false);
  const [error, setError] = useState<PortalError | null>(null);
  const load = async (): Promise<void> => {
    const rows: string[][] = [["line", "recipient", "status", "orderId", "orderNumber", "problem"]];
    for (let offset = 0; ; offset += chunk) {
      const request = { path: { importId: one.id }, query: { limit: chunk, offset } };
      const { items, total } = await queries.fetchQuery({ ...listImportLinesOptions(send, request), staleTime: 0 });
      for (const { line, recipient, status, orderId, orderNumber, problem } of items)
        rows.push([String(line), recipient, status, orderId ?? "", orderNumber ?? "", problem ?? ""]);
      if (offset + chunk >= total) break;
    }
    downloadCsv(`report-of-${one.fileName ?? `${one.id}.csv`}`, rows);
  };
  const download = async (): Promise<void> => {
    setLoading(true);
    setError(null);
    await load().catch(setError);
    setLoading(false);
  };
  return (
    <>
      <button
        type="button"
        className="button"
        aria-disabled={isLoading}
        onClick={() => {
          if (!isLoading) void download();
        }}
      >
        <Icon name="imports" />
        {isLoading ? "Preparing…" : "Download report"}
      </button>
      <ErrorAlert error={error} />
    </>
  );
}
