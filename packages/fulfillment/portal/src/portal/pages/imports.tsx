// The latest imports of CSV files.
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { countOf, minuteOf } from "../../api/dates.ts";
import { send } from "../../api/send.ts";
import { listImportsOptions } from "../../generated/tanstack-query/index.gen.ts";
import { Icon } from "../../ui/icon.tsx";
import { Badge, Empty, Loaded } from "../../ui/states.tsx";
import { Page } from "../page.tsx";

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
            <div className="card flush">
              <table className="list">
                <caption className="unseen">Imports, the latest first</caption>
                <thead>
                  <tr>
                    <th scope="col">File</th>
                    <th scope="col">Started</th>
                    <th scope="col" className="right">
                      Placed
                    </th>
                    <th scope="col" className="right">
                      Failed
                    </th>
                    <th scope="col">Status</th>
                  </tr>
                </thead>
                <tbody>
                  {all.map(({ id, fileName, createdAt, orders, placed, failed, status }) => (
                    <tr key={id}>
                      <th scope="row">
                        <Link href={`/imports/${encodeURIComponent(id)}`} className="row-link">
                          {fileName ?? "Without a name"}
                        </Link>
                      </th>
                      <td data-label="Started" className="number">
                        {minuteOf(createdAt)}
                      </td>
                      <td data-label="Placed" className="number right">
                        {countOf(placed)} of {countOf(orders)}
                      </td>
                      <td data-label="Failed" className="number right">
                        {countOf(failed)}
                      </td>
                      <td data-label="Status">
                        {status === "RUNNING" ? (
                          <Badge tone="blue">Running</Badge>
                        ) : (
                          <Badge tone={failed === 0 ? "green" : "amber"}>
                            {failed === 0 ? "Done" : "Done, with failures"}
                          </Badge>
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}
