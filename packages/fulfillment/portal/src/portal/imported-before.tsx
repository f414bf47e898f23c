// The preview of an import -> a warning when its orders seem to be imported already. The service would place them once more.

import type { ImportPreview, Order } from "@fulfillment/portal-api/types";
import { useQueries, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { minuteOf } from "../api/dates.ts";
import { send } from "../api/send.ts";
import { listImportsOptions, listOrdersOptions } from "../generated/tanstack-query/index.gen.ts";

interface Before {
  /** Until the orders that the file begins with were looked for. */
  readonly isPending: boolean;
  readonly warning: ReactNode;
}

/** Each is a search of its own. Long numbers come first, because a search also finds numbers that contain the one it is for. */
const mostSearches = 5;
const mostFound = 100;

export function useBefore({ fileName, orders, sample }: ImportPreview): Before {
  const imports = useQuery(listImportsOptions(send));
  const numbers = [...new Set(sample.flatMap(({ sourceOrderNumber }) => sourceOrderNumber ?? []))]
    .sort((a, b) => b.length - a.length)
    .slice(0, mostSearches);
  const searches = useQueries({
    queries: numbers.map((number) => ({
      ...listOrdersOptions(send, { query: { search: number, limit: mostFound } }),
      // The same file may have been imported a moment ago.
      staleTime: 0,
    })),
  });
  const known = numbers.filter((number, at) => searches[at]?.data?.items.some((order) => isNumbered(order, number)));
  const same = imports.data?.find((one) => fileName !== null && one.fileName === fileName && one.orders === orders);
  return {
    isPending: searches.some(({ isFetching }) => isFetching),
    warning:
      known.length > 0 ? (
        <p>
          Orders with numbers of this file exist already, such as{" "}
          <Beside path={`/orders?search=${encodeURIComponent(known[0] ?? "")}`}>{known[0]}</Beside>. If you import them
          again, they are placed again.
        </p>
      ) : same !== undefined ? (
        <p>
          A file with this name and as many orders{" "}
          <Beside path={`/imports/${encodeURIComponent(same.id)}`}>was imported on {minuteOf(same.createdAt)}</Beside>.
          If you import it again, its orders are placed again.
        </p>
      ) : null,
  };
}

/** In another tab: this one has the file. */
function Beside({ path, children }: { readonly path: string; readonly children: ReactNode }) {
  return (
    <a href={path} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

function isNumbered({ sourceOrderNumber }: Order, number: string): boolean {
  return sourceOrderNumber === number;
}
