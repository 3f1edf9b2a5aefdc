import { lengthOf, type Ops } from '#domain/deltas.ts'
import { textFromMarkdown } from './text-from-markdown.ts'
import type { UntrustedInput } from './untrusted-input.ts'

/** Characters that are converted in some milliseconds at most, whatever they say. */
const atOnce = 4_096

/**
 * Converts Markdown to a text, long Markdown in a thread; and finds the change that makes of the text `now` what it says. Throws `InputRefused` where
 * it takes too long.
 */
export const readMarkdown = async (
  untrusted: Pick<UntrustedInput, 'run'>,
  { markdown, now, signal }: { markdown: string; now?: Ops; signal?: AbortSignal },
): Promise<{ ops: Ops; change?: Ops | undefined }> => {
  if (markdown.length + (now ? lengthOf(now) : 0) <= atOnce) return textFromMarkdown({ markdown, now })
  const { value } = await untrusted.run('markdown', { options: { markdown, now }, ...(signal && { signal }) })
  return value
}
