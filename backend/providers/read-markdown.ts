import { lengthOf, type Ops } from '#domain/deltas.ts'
import { textFromMarkdown } from './text-from-markdown.ts'
import type { UntrustedInput } from './untrusted-input.ts'

/** Number of characters whose conversion takes a few milliseconds at most, whatever they are. */
const atOnce = 4_096

/**
 * Converts Markdown to a text, long Markdown in a thread, and calculates the change that turns the text `now` into it. Throws
 * `InputRefused` if it takes too long.
 */
export const readMarkdown = async (
  untrusted: Pick<UntrustedInput, 'run'>,
  { markdown, now, signal }: { markdown: string; now?: Ops; signal?: AbortSignal },
): Promise<{ ops: Ops; change?: Ops | undefined }> => {
  if (markdown.length + (now ? lengthOf(now) : 0) <= atOnce) return textFromMarkdown({ markdown, now })
  const { value } = await untrusted.run('markdown', { options: { markdown, now }, ...(signal && { signal }) })
  return value
}
