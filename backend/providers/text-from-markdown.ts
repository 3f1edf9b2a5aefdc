import { delta, type Ops } from '#domain/deltas.ts'
import { differences } from '#domain/text-differences.ts'
import { fromMarkdown } from '#richtext/from-markdown.ts'

/** Converts Markdown to a text, and compares it with the text that it is to replace. */
export const textFromMarkdown = ({ markdown, now }: { markdown: string; now?: Ops | undefined }) => {
  const ops = fromMarkdown(markdown)
  return { ops, change: now && differences(delta(now), delta(ops)) }
}
