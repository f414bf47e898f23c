// A page whose interface is in English -> the same in the language of the site. What the description says stays.
import { type Words, worded } from "../../site/words/worded.ts";
import type { Block, Fact, Field, Inline, Line, Page, Samples } from "./block.ts";

export function inLanguage(page: Page, words: Words): Page {
  if (Object.keys(words).length === 0) return page;
  const { intro, main, aside } = page;
  return { ...page, intro: blocksIn(intro, words), main: blocksIn(main, words), aside: blocksIn(aside, words) };
}

function blocksIn(blocks: readonly Block[], words: Words): Block[] {
  return blocks.map((block) => blockIn(block, words));
}

function blockIn(block: Block, words: Words): Block {
  switch (block.kind) {
    case "heading":
      return block.isDescribed === true ? block : { ...block, text: worded(block.text, words) };
    case "line":
      return { ...block, content: lineIn(block.content, words) };
    case "list":
      return { ...block, items: block.items.map((item) => lineIn(item, words)) };
    case "fields":
      return { ...block, fields: block.fields.map((field) => fieldIn(field, words)) };
    case "samples":
      return samplesIn(block, words);
    case "details":
      return { ...block, summary: lineIn(block.summary, words), blocks: blocksIn(block.blocks, words) };
    case "box":
      return { ...block, title: lineIn(block.title, words), blocks: blocksIn(block.blocks, words) };
    case "response": {
      const [text, aside] = [inlineIn(block.text, words), blocksIn(block.aside, words)];
      return { ...block, text, aside, blocks: blocksIn(block.blocks, words) };
    }
    case "try-it":
      return block.label === undefined ? block : { ...block, label: lineIn(block.label, words) };
    case "prose":
    case "endpoint":
    case "index":
      return block;
    default:
      return block satisfies never;
  }
}

function fieldIn(field: Field, words: Words): Field {
  return {
    ...field,
    name: field.isLabel === true ? worded(field.name, words) : field.name,
    type: lineIn(field.type, words),
    facts: field.facts.map(
      ({ label, values }): Fact => ({ label: worded(label, words), values: lineIn(values, words) }),
    ),
    blocks: blocksIn(field.blocks, words),
  };
}

/** Most tabs are called by the description, or after a language. */
function samplesIn({ title, tabs, ...samples }: Samples, words: Words): Samples {
  const isText = (label: string): boolean => label === title || /^(?:Example|Delivery) \d+$/.test(label);
  return {
    ...samples,
    title: worded(title, words),
    tabs: tabs.map((tab) => (isText(tab.label) ? { ...tab, label: worded(tab.label, words) } : tab)),
  };
}

function lineIn(line: Line, words: Words): Line {
  return line.map((part) => inlineIn(part, words));
}

function inlineIn(part: Inline, words: Words): Inline {
  if (typeof part === "string") return worded(part, words);
  // What leads to another page is called by the description.
  return "href" in part && part.code !== true && part.href.startsWith("#")
    ? { ...part, text: worded(part.text, words) }
    : part;
}
