import type Quill from 'quill/core.js'
import { Delta, type Op } from '#domain/deltas.ts'
import { mentionsIn } from '#domain/text-plain.ts'
import { fromMarkdown } from '#richtext/from-markdown.ts'
import type { Session } from '../session/session.ts'
import type { Source } from './ContextPicker.tsx'

/** Inserts a text at the caret as a single change: one undo step removes all of it, and no earlier input. */
export const insertMarkdown = (quill: Quill, session: Pick<Session, 'flush'>, markdown: string) => {
  void session.flush()
  const { index, length } = quill.getSelection(true)
  const [line, offset] = quill.getLine(index)
  const ops = new Delta([...fromMarkdown(markdown)])
  const change = new Delta().retain(index).delete(length)
  // The surrounding text stays on lines of its own.
  if (offset > 0) change.insert('\n')
  const isLast = line === null || offset + length >= line.length() - 1
  const inserted = isLast && index + length >= quill.getLength() - 1 ? ops.slice(0, ops.length() - 1) : ops
  quill.updateContents(change.concat(inserted), 'user')
  quill.setSelection(index + (offset > 0 ? 1 : 0) + inserted.length(), 0, 'user')
  void session.flush()
}

/** Mentions of a text, without duplicates and without its own lore, which is included anyway. */
export const mentionedIn = (ops: readonly Op[], conjurationId: string): Source[] => {
  const known = mentionsIn(ops).flatMap(({ id, kind, words }): Source[] =>
    id && id !== conjurationId && (kind === 'lore' || kind === 'file') ? [{ id, kind, name: words }] : [],
  )
  return [...new Map(known.map((one) => [one.id, one])).values()]
}
