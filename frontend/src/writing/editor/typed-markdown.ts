import type Quill from 'quill/core.js'
import { Delta } from '#domain/deltas.ts'
import type { TextKind } from '#domain/text-formats.ts'
import { arrowsIntoTables } from './table-arrows.ts'

interface Context {
  prefix: string
  suffix: string
  offset: number
  collapsed: boolean
  /** The formats at the selection. */
  format: Record<string, unknown>
}
type Handler = (this: { quill: Quill }, range: { index: number; length: number }, context: Context) => boolean

/** Code units of the longest character that is deleted as one. */
const longestCharacter = 64

const plain = { list: false, header: false, blockquote: false, 'code-block': false }

/** Removes the sign at the line's start and applies its format. */
const lineAs = (formatsOf: (sign: string) => Record<string, unknown>): Handler =>
  function ({ index }, { prefix, offset }) {
    if (offset !== prefix.length) return true
    const rest = this.quill.getLine(index)[0]?.length() ?? 1
    this.quill.updateContents(
      new Delta()
        .retain(index - prefix.length)
        .delete(prefix.length)
        .retain(rest - 1 - offset)
        .retain(1, formatsOf(prefix)),
      'user',
    )
    this.quill.setSelection(index - prefix.length, 'silent')
    return false
  }

const line = (prefix: RegExp, formatsOf: (sign: string) => Record<string, unknown>) => ({
  key: ' ',
  collapsed: true,
  format: plain,
  prefix,
  handler: lineAs(formatsOf),
})

const divider: Handler = function ({ index }, { prefix, suffix, offset }) {
  if (suffix !== '' || offset !== prefix.length) return true
  this.quill.updateContents(
    new Delta()
      .retain(index - 3)
      .delete(3)
      .insert({ divider: true })
      .insert('\n'),
    'user',
  )
  this.quill.setSelection(index - 1, 'silent')
  return false
}

/** Enter in an empty line ends a quote, as in a list. */
const endQuote = {
  key: 'Enter',
  collapsed: true,
  format: ['blockquote'],
  empty: true,
  handler(this: { quill: Quill }, { index }: { index: number }) {
    this.quill.formatLine(index, 1, 'blockquote', false, 'user')
    return false
  },
}

/** Enter in an empty item leads one level up; at the first level it ends the list. */
const endList = {
  key: 'Enter',
  collapsed: true,
  format: ['list'],
  empty: true,
  handler(this: { quill: Quill }, { index }: { index: number }, { format }: Context) {
    if (format.indent) this.quill.formatLine(index, 1, 'indent', '-1', 'user')
    else this.quill.formatLine(index, 1, 'list', false, 'user')
    return false
  },
}

/** Backspace at the beginning of a text, where it has nothing to delete, makes a paragraph of the line. */
const unformat = {
  key: 'Backspace',
  collapsed: true,
  offset: 0,
  format: ['header', 'blockquote', 'code-block'],
  handler(this: { quill: Quill }, { index }: { index: number }) {
    if (index > 0) return true
    this.quill.formatLine(0, 1, { header: false, blockquote: false, 'code-block': false }, 'user')
    return false
  },
}

/** Deletes a whole character, such as an emoji, where another format begins behind the caret: Quill would delete a half. */
const deleteCharacter = {
  key: 'Delete',
  collapsed: true,
  suffix: /^$/,
  handler(this: { quill: Quill }, { index }: { index: number }) {
    const { ops } = this.quill.getContents(index, longestCharacter) as Delta
    const text = ops[0]?.insert
    const [first] = typeof text === 'string' ? new Intl.Segmenter().segment(text) : []
    if (!first || first.segment.length === 1) return true
    this.quill.deleteText(index, first.segment.length, 'user')
    return false
  },
}

/** Tab indents a list item at any caret position, and Shift+Tab outdents it. Alt+F10 leads out of the text. */
const indentBy = (by: '+1' | '-1', shiftKey: boolean) => ({
  key: 'Tab',
  shiftKey,
  format: ['list'],
  handler(this: { quill: Quill }, { index, length }: { index: number; length: number }) {
    // A collapsed range contains no lines for Quill.
    const isIndented = this.quill.getLines(index, Math.max(length, 1)).some((line) => 'indent' in line.formats())
    if (!shiftKey || isIndented) this.quill.format('indent', by, 'user')
    return false
  },
})

/** Returns key bindings for Markdown signs at the beginning of a line and `---` for a divider. Tab leaves the text, except in a list. */
export const typed = (kind: TextKind): Record<string, unknown> => {
  const none = { key: 'Tab', handler: () => true }
  const common = {
    deleteCharacter,
    tab: none,
    'remove tab': none,
    'table enter': null,
    'table tab': null,
    'table up': null,
    'table down': null,
  }
  if (kind === 'description')
    return {
      ...common,
      'list autofill': null,
      indent: null,
      outdent: null,
      'indent code-block': null,
      'outdent code-block': null,
    }
  return {
    ...common,
    ...arrowsIntoTables,
    indent: indentBy('+1', false),
    outdent: indentBy('-1', true),
    heading: line(/^#{1,3}$/, (sign) => ({ header: sign.length })),
    quote: line(/^>$/, () => ({ blockquote: true })),
    code: line(/^```$/, () => ({ 'code-block': true })),
    'end quote': endQuote,
    'list empty enter': endList,
    // Only `1.` begins a numbered list, and not in a heading: a year, or a heading's number, stays as typed.
    'list autofill': { prefix: /^\s*?(1\.|-|\*|\[ ?\]|\[x\])$/, format: { header: false } },
    unformat,
    divider: { key: 'Enter', collapsed: true, format: plain, prefix: /^---$/, handler: divider },
    'divider by space': { key: ' ', collapsed: true, format: plain, prefix: /^---$/, handler: divider },
  }
}
