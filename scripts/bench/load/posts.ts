// The deliveries that wait in an outbox -> what a loop needs to send the same bytes, in a file.
import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";

export interface Post {
  readonly url: string;
  readonly event: string;
  readonly body: string;
}

const posts: z.ZodType<readonly Post[]> = z.array(z.object({ url: z.string(), event: z.string(), body: z.string() }));

export function writePosts(file: string, found: readonly Post[]): void {
  writeFileSync(file, JSON.stringify(found));
}

export function readPosts(file: string): readonly Post[] {
  return posts.parse(JSON.parse(readFileSync(file, "utf8")));
}
