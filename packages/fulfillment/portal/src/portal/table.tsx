// Rows -> a table that becomes a list of cards on narrow screens, where each cell has the name of its column.
import type { ReactNode } from "react";

interface Column<Row> {
  readonly title: string;
  /** Of its cells. */
  readonly className?: string;
  readonly cell: (row: Row) => ReactNode;
}

/** The first names the row. */
export type Columns<Row> = readonly [Column<Row>, ...Column<Row>[]];

interface TableProps<Row> {
  readonly caption: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  readonly columns: Columns<Row>;
  readonly actions?: (row: Row) => ReactNode;
  readonly isMuted?: (row: Row) => boolean;
}

export function Table<Row>({ caption, rows, keyOf, columns, actions, isMuted }: TableProps<Row>) {
  const [head, ...others] = columns;
  return (
    <div className="card flush">
      <table className="list">
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, className }) => (
              <th key={title} scope="col" className={className}>
                {title}
              </th>
            ))}
            {actions !== undefined && (
              <th scope="col">
                <span className="unseen">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} data-muted={isMuted?.(row)}>
              <th scope="row" className={head.className}>
                {head.cell(row)}
              </th>
              {others.map(({ title, className, cell }) => (
                <td key={title} data-label={title} className={className}>
                  {cell(row)}
                </td>
              ))}
              {actions !== undefined && <td className="row-actions">{actions(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
