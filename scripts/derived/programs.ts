// Pages that show programs of `examples/` -> the same with each program as its file is.
import { withPrograms } from "../stories/receivers/guide.ts";

const guides = ["docs/guides/frameworks.md", "docs/guides/react.md", "packages/waybill/channels/README.md"] as const;

export function guidesWithPrograms(read: (file: string) => string): [file: string, text: string][] {
  return guides.map((guide) => [guide, withPrograms(read(guide))]);
}
