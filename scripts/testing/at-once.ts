// Work on each of a list, a few at a time -> the result of each, in the order in which they ended.

export async function atOnce<Item, Outcome>(
  limit: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Outcome>,
): Promise<Outcome[]> {
  const waiting = [...items];
  const outcomes: Outcome[] = [];
  const worker = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) outcomes.push(await work(item));
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return outcomes;
}
