// A JSON value -> values close to it: what a person or a program gets wrong.
import fc from "fast-check";

type Step = (value: unknown) => unknown;

/** The value with one to three things about it changed, somewhere inside; now and then none. */
export function mutationsOf(value: unknown): fc.Arbitrary<unknown> {
  return fc
    .array(fc.tuple(fc.nat(), step), { maxLength: 3 })
    .map((steps) =>
      steps.reduce<unknown>(
        (current, [at, change]) => changeAt(current, at % (sizeOf(current) + 1), change).value,
        structuredClone(value),
      ),
    );
}

const replacement: fc.Arbitrary<unknown> = fc.constantFrom(
  null,
  true,
  0,
  -0,
  1,
  -1,
  0.5,
  1e300,
  2 ** 53,
  "",
  " ",
  "a",
  "💩".repeat(100),
  "x".repeat(101),
  "a@b.co",
  "a@localhost",
  "https://example.com/",
  "example.com",
  "2025-11-03T14:02:47.120Z",
  "2025-11-03T14:02:47Z",
  "2025-13-03T14:02:47.120Z",
  "SHIPPED",
  "order.created",
  [],
  [null],
  {},
  { a: 1 },
  "__proto__",
);
const memberName = fc.constantFrom("note", "errors", "secret", "street2", "__proto__", "constructor", "toString", "");

const step: fc.Arbitrary<Step> = fc.oneof(
  replacement.map(
    (other): Step =>
      () =>
        other,
  ),
  fc.tuple(memberName, replacement).map(
    ([name, other]): Step =>
      (value) =>
        isMembers(value) ? withMember(value, name, other) : other,
  ),
  fc.nat(20).map(
    (index): Step =>
      (value) =>
        remove(value, index),
  ),
  replacement.map(
    (other): Step =>
      (value) =>
        Array.isArray(value) ? [...value, other] : value,
  ),
  fc.constant<Step>((value) =>
    Array.isArray(value) ? [...value, ...value] : typeof value === "string" ? `${value}${value}` : value,
  ),
  fc.constant<Step>((value) =>
    typeof value === "string" ? value.toLowerCase() : typeof value === "number" ? value + 0.5 : value,
  ),
);

function withMember(value: Readonly<Record<string, unknown>>, name: string, other: unknown): unknown {
  return Object.fromEntries([...Object.entries(value), [name, other]]);
}

function remove(value: unknown, index: number): unknown {
  if (Array.isArray(value)) return value.toSpliced(index % Math.max(1, value.length), 1);
  if (!isMembers(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.toSpliced(index % Math.max(1, entries.length), 1));
}

/** Changes the `at`th value of a tree, counted from its root; `left`: how many are still to be passed. */
function changeAt(value: unknown, at: number, change: Step): { readonly value: unknown; readonly left: number } {
  if (at === 0) return { value: change(value), left: -1 };
  let left = at - 1;
  const inside = (child: unknown): unknown => {
    if (left < 0) return child;
    const changed = changeAt(child, left, change);
    left = changed.left;
    return changed.value;
  };
  if (Array.isArray(value)) return { value: value.map(inside), left };
  if (isMembers(value))
    return { value: Object.fromEntries(Object.entries(value).map(([name, child]) => [name, inside(child)])), left };
  return { value, left };
}

/** How many values there are inside of a value. */
function sizeOf(value: unknown): number {
  const children = Array.isArray(value) ? value : isMembers(value) ? Object.values(value) : [];
  return children.reduce<number>((sum, child) => sum + 1 + sizeOf(child), 0);
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
