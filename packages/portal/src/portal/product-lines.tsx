// Lines of products in a form: rows of a product and a quantity.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "../api/send.ts";
import { listProductsOptions } from "../generated/tanstack-query/index.gen.ts";
import type { LineItem } from "../generated/types/index.gen.ts";
import { Group, SelectField, TextField } from "../ui/controls.tsx";
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
  const [rows, setRows] = useState<readonly Row[]>(atLeast === 1 ? [{ key: 0 }] : []);
  const add = (): void => setRows([...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1 }]);
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
                  <button
                    type="button"
                    className="icon-button"
                    onClick={() => setRows(rows.filter((row) => row.key !== key))}
                  >
                    <Icon name="trash" />
                    <span className="unseen">Remove product {at + 1}</span>
                  </button>
                )}
              </div>
            ))}
            <button type="button" className="button quiet-button" onClick={add}>
              <Icon name="plus" />
              Add a product
            </button>
          </>
        )}
      </Loaded>
    </Group>
  );
}
