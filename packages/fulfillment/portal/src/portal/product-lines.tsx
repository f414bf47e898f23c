// Lines of products in a form: rows of a product and a quantity.

import type { LineItem } from "@fulfillment/portal-api/types";
import { useQuery } from "@tanstack/react-query";
import { useContext, useEffect, useRef, useState } from "react";
import { send } from "../api/send.ts";
import { listProductsOptions } from "../generated/tanstack-query/index.gen.ts";
import { Group, SelectField, TextField } from "../ui/controls.tsx";
import { type Draft, DraftContext } from "../ui/draft.ts";
import type { Fields } from "../ui/fields.ts";
import { Icon } from "../ui/icon.tsx";
import { Loaded } from "../ui/states.tsx";

/** Rows are numbered without gaps, as members of the body are. */
export function linesOf(fields: Fields): LineItem[] {
  const lines: LineItem[] = [];
  for (let at = 0; fields.has(`products.${at}.sku`); at += 1)
    lines.push({ sku: fields.text(`products.${at}.sku`), quantity: fields.number(`products.${at}.quantity`) });
  return lines;
}

interface Row {
  readonly key: number;
}

interface ProductLinesProps {
  readonly legend: string;
  readonly hint?: string;
  /** How many rows there are at first, and how many must stay. */
  readonly atLeast: 0 | 1;
}

export function ProductLines({ legend, hint, atLeast }: ProductLinesProps) {
  const products = useQuery(listProductsOptions(send));
  const draft = useContext(DraftContext);
  const [rows, setRows] = useState<readonly Row[]>(() => rowsIn(draft, atLeast));
  const addButton = useRef<HTMLButtonElement>(null);
  const add = (): void => setRows([...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1 }]);
  const remove = (key: number): void => {
    setRows(rows.filter((row) => row.key !== key));
    addButton.current?.focus();
  };
  useEffect(() => {
    // The rows after one that is removed have other names from now on.
    const form = addButton.current?.closest("form");
    if (draft?.exists === true && form) draft.save(form, (name) => rowOf(name) >= rows.length);
  }, [draft, rows]);
  return (
    <Group legend={legend} name="products" hint={hint}>
      <Loaded query={products} what="products">
        {(known) => (
          <>
            {rows.map(({ key }, at) => (
              <div key={key} className="line">
                <SelectField name={`products.${at}.sku`} label="Product" defaultValue="">
                  <option value="" hidden>
                    Choose…
                  </option>
                  {known.map(({ sku, title }) => (
                    <option key={sku} value={sku}>
                      {title} ({sku})
                    </option>
                  ))}
                </SelectField>
                <TextField
                  name={`products.${at}.quantity`}
                  label="Quantity"
                  type="number"
                  inputMode="numeric"
                  min={1}
                  defaultValue={1}
                />
                {rows.length > atLeast && (
                  <button type="button" className="icon-button" onClick={() => remove(key)}>
                    <Icon name="trash" />
                    <span className="unseen">Remove product {at + 1}</span>
                  </button>
                )}
              </div>
            ))}
            <button ref={addButton} type="button" className="button quiet-button" onClick={add}>
              <Icon name="plus" />
              Add a product
            </button>
          </>
        )}
      </Loaded>
    </Group>
  );
}

function rowsIn(draft: Draft | null, atLeast: number): Row[] {
  let count = 0;
  while ((draft?.valuesOf(`products.${count}.sku`).length ?? 0) > 0) count += 1;
  return Array.from({ length: Math.max(atLeast, count) }, (_, key) => ({ key }));
}

/** `NaN` for the name of another control. */
function rowOf(name: string): number {
  return Number(/^products\.(\d+)\./.exec(name)?.[1]);
}
