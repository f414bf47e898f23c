// The products to choose from, each with how many of it are in the cart.

import type { Product } from "@fulfillment/portal-api/types";
import { countOf } from "../api/dates.ts";
import { Icon } from "../ui/icon.tsx";
import { say } from "../ui/words.ts";

/** As the description has it, in the schema `Quantity`. */
const most = 1000;

interface ChooseProps {
  readonly products: readonly Product[];
  readonly quantityOf: (sku: string) => number;
  readonly isBusy?: boolean;
  readonly onChange: (sku: string, quantity: number) => void;
}

export function Choose({ products, quantityOf, isBusy = false, onChange }: ChooseProps) {
  if (products.length === 0) return <p className="quiet">{say("There is nothing to choose from at the moment.")}</p>;
  return (
    <ul className="products" aria-busy={isBusy}>
      {products.map(({ sku, title, image }) => (
        <li key={sku} className="product" data-chosen={quantityOf(sku) > 0}>
          <span className="product-mark" aria-hidden="true">
            {image === null ? <Icon name="orders" /> : <img src={image} alt="" loading="lazy" />}
          </span>
          <span className="product-title as-typed">{title}</span>
          <Stepper title={title} quantity={quantityOf(sku)} onChange={(quantity) => onChange(sku, quantity)} />
        </li>
      ))}
    </ul>
  );
}

interface StepperProps {
  readonly title: string;
  readonly quantity: number;
  readonly onChange: (quantity: number) => void;
}

function Stepper({ title, quantity, onChange }: StepperProps) {
  return (
    <fieldset className="stepper">
      <legend className="unseen">{title}</legend>
      <button
        type="button"
        className="step-button"
        aria-disabled={quantity === 0}
        onClick={() => quantity > 0 && onChange(quantity - 1)}
      >
        <Icon name="minus" />
        <span className="unseen">{say("One less of {title}", { title })}</span>
      </button>
      <output className="number" aria-live="polite">
        <span aria-hidden="true">{quantity}</span>
        <span className="unseen">{say("{count} in the cart", { count: quantity })}</span>
      </output>
      <button
        type="button"
        className="step-button"
        aria-disabled={quantity >= most}
        onClick={() => quantity < most && onChange(quantity + 1)}
      >
        <Icon name="plus" />
        <span className="unseen">{say("One more of {title}", { title })}</span>
      </button>
    </fieldset>
  );
}

interface SummaryProps {
  readonly lines: readonly { readonly sku: string; readonly title: string; readonly quantity: number }[];
}

export function Summary({ lines }: SummaryProps) {
  return (
    <ul className="lines">
      {lines.map(({ sku, title, quantity }) => (
        <li key={sku}>
          <span className="as-typed">{title}</span>
          <span className="number">× {countOf(quantity)}</span>
        </li>
      ))}
    </ul>
  );
}
