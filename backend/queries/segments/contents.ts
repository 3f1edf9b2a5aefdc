import type { Viewer } from '#domain/access.ts'
import { textOf, texts } from '#domain/texts.ts'
import type { SegmentAnswer, SegmentItem } from '#projections/segment-answers.ts'
import { toMarkdown } from '#richtext/to-markdown.ts'
import type { Dispatcher } from '../../commands/dispatch.ts'
import type { Read } from '../../http/snapshot.ts'
import { redactFor } from '../texts/seen.ts'

const none = { content: null, delta: null, revision: null, storySegment: null }

export const withoutContent = (item: SegmentItem): SegmentAnswer => ({ ...item, ...none })

/** Approximate limit of characters per answer; texts beyond it are requested separately. */
const mostLetters = 1_000_000

interface Reading {
  read: Read
  viewer: Viewer
  handler: Pick<Dispatcher, 'stateOf'>
}

/** Returns segments with their content, as visible to the viewer. A text without changes is empty. */
export async function withContents(
  items: readonly SegmentItem[],
  { read, viewer, handler }: Reading,
): Promise<SegmentAnswer[]> {
  const answers: SegmentAnswer[] = []
  let letters = 0
  for (const item of items) {
    if (item.type !== 'STORY' || letters > mostLetters) {
      answers.push(withoutContent(item))
      continue
    }
    const text = await handler.stateOf(texts, item.id)
    letters += text.length
    const ops = await redactFor(read, viewer, textOf(text))
    const content = toMarkdown(ops)
    answers.push({ ...item, content, delta: { ops: [...ops] }, revision: text.revision, storySegment: { content } })
  }
  return answers
}
