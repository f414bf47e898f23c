// The latest imports of CSV files.

import type { Import } from "@fulfillment/portal-api/types";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { countOf, minuteOf } from "../../api/dates.ts";
import { send } from "../../api/send.ts";
import { listImportsOptions } from "../../generated/tanstack-query/index.gen.ts";
import { Icon } from "../../ui/icon.tsx";
import { Badge, type BadgeProps, Empty, Loaded } from "../../ui/states.tsx";
import { Page } from "../page.tsx";
import { type Columns, Table } from "../table.tsx";

export default function Imports() {
  const imports = useQuery({
    ...listImportsOptions(send),
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === "RUNNING") ? 2000 : false),
  });
  const start = (
    <Link href="/imports/new" className="button primary">
      <Icon name="plus" />
      New import
    </Link>
  );
  return (
    <Page title="CSV imports" lead="Orders from a file, up to 5,000 rows at once." actions={start}>
      <Loaded query={imports} what="imports">
        {(all) =>
          all.length === 0 ? (
            <Empty icon="imports" title="No imports yet">
              <p className="quiet">A preview shows what a file would do before anything is stored.</p>
              {start}
            </Empty>
          ) : (
            <Table caption="Imports, the latest first" rows={all} keyOf={({ id }) => id} columns={columns} />
          )
        }
      </Loaded>
    </Page>
  );
}

const columns: Columns<Import> = [
  {
    title: "File",
    cell: ({ id, fileName }) => (
      <Link href={`/imports/${encodeURIComponent(id)}`} className="row-link">
        {fileName ?? "Without a name"}
      </Link>
    ),
  },
  { title: "Started", className: "number", cell: ({ createdAt }) => minuteOf(createdAt) },
  {
    title: "Placed",
    className: "number right",
    cell: ({ orders, placed }) => `${countOf(placed)} of ${countOf(orders)}`,
  },
  { title: "Failed", className: "number right", cell: ({ failed }) => countOf(failed) },
  { title: "Status", cell: ({ status, failed }) => <Badge {...statusOf(status, failed)} /> },
];

function statusOf(status: Import["status"], failed: number): BadgeProps {
  if (status === "RUNNING") return { tone: "blue", children: "Running" };
  return failed === 0 ? { tone: "green", children: "Done" } : { tone: "amber", children: "Done, with failures" };
}
