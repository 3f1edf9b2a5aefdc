import type Quill from 'quill/core.js'
import { Delta } from '#domain/deltas.ts'
import { isLink } from '#domain/text-formats.ts'

/** Inline formats, matched when their closing sign is typed. Each quantifier is bounded and stays within a line. */
const marks: { format: string; sign: string; typed: RegExp }[] = [
  { format: 'bold', sign: '**', typed: /(?:^|[^*\\])\*\*([^\s*]|[^\s*][^*\n]{0,400}[^\s*])\*\*$/ },
  { format: 'italic', sign: '*', typed: /(?:^|[^*\\\p{L}\p{N}])\*([^\s*]|[^\s*][^*\n]{0,400}[^\s*])\*$/u },
  { format: 'strike', sign: '~~', typed: /(?:^|[^~\\])~~([^\s~]|[^\s~][^~\n]{0,400}[^\s~])~~$/ },
  { format: 'code', sign: '`', typed: /(?:^|[^`\\])`([^`\n]{1,400})`$/ },
]
const address = /(?:^|[\s(["'])((?:https?:\/\/|www\.)[^\s<>"]{1,2000})$/i
/** Punctuation that follows a URL but is not part of it. */
const after = /[.,;:!?)\]'"]+$/

/** The characters of a line up to an index, with a placeholder per embed. */
const before = (quill: Quill, index: number): string => {
  const [line, offset] = quill.getLine(index)
  if (!line) return ''
  const { ops } = quill.getContents(index - offset, offset) as Delta
  return ops.map(({ insert }) => (typeof insert === 'string' ? insert : '\uFFFC')).join('')
}

const hasCode = (quill: Quill, index: number, length: number): boolean => {
  const { ops } = quill.getContents(index, length) as Delta
  return ops.some(({ attributes }) => attributes?.code) || 'code-block' in quill.getFormat(index)
}

/** The single character that a change inserts; undefined for other changes. */
const letterOf = ({ ops }: Delta): string | undefined => {
  const [last, ...others] = ops.slice(typeof ops[0]?.retain === 'number' ? 1 : 0)
  return others.length === 0 && typeof last?.insert === 'string' && [...last.insert].length === 1
    ? last.insert
    : undefined
}

const markBefore = (quill: Quill, index: number): boolean => {
  const text = before(quill, index)
  for (const { format, sign, typed } of marks) {
    const words = typed.exec(text)?.[1]
    if (words === undefined) continue
    const start = index - words.length - 2 * sign.length
    if (hasCode(quill, start, index - start)) return true
    quill.updateContents(
      new Delta()
        .retain(start)
        .delete(sign.length)
        .retain(words.length, { [format]: true })
        .delete(sign.length),
      'user',
    )
    quill.setSelection(start + words.length, 0, 'silent')
    // Further input does not have the format.
    quill.format(format, false, 'silent')
    return true
  }
  return false
}

const linkBefore = (quill: Quill, index: number) => {
  const typed = address.exec(before(quill, index))?.[1]
  if (!typed) return
  const words = typed.replace(after, '')
  const link = /^www/i.test(words) ? `https://${words}` : words
  const start = index - typed.length
  if (!isLink(link) || !URL.canParse(link) || hasCode(quill, start, typed.length)) return
  if (quill.getFormat(start, words.length).link) return
  quill.formatText(start, words.length, 'link', link, 'user')
}

/** Replaces Markdown signs around words, and URLs, by formats during typing. Undo restores the signs. */
export const markTyped = (quill: Quill): void => {
  let isTyping = false
  quill.root.addEventListener('beforeinput', ({ inputType }) => {
    isTyping = inputType === 'insertText' || inputType === 'insertParagraph'
  })
  quill.root.addEventListener('keydown', ({ key, isComposing, ctrlKey, metaKey }) => {
    isTyping = !isComposing && ctrlKey === metaKey && (key === 'Enter' || [...key].length === 1)
  })
  quill.on('text-change', (change: Delta, _before: Delta, source: string) => {
    const letter = source === 'user' && isTyping && !quill.composition.isComposing ? letterOf(change) : undefined
    const index = quill.getSelection()?.index
    if (letter === undefined || index === undefined) return
    isTyping = false
    // Waits until the session has received the character, so that the format is an undo step of its own.
    queueMicrotask(() => {
      if (!quill.root.isConnected || quill.getSelection()?.index !== index) return
      if (letter === ' ' || letter === '\n') linkBefore(quill, index - 1)
      else if ('*~`'.includes(letter)) markBefore(quill, index)
    })
  })
}
