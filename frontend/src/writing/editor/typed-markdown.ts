import type Quill from 'quill/core.js'
import { Delta } from '#domain/deltas.ts'
import type { TextKind } from '#domain/text-formats.ts'

interface Context {
  prefix: string
  suffix: string
  offset: number
}
type Handler = (this: { quill: Quill }, range: { index: number; length: number }, context: Context) => boolean

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

/** As in a list: an empty line ends it. */
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

const indentBy = (by: '+1' | '-1', shiftKey: boolean) => ({
  key: 'Tab',
  shiftKey,
  format: ['list'],
  handler(this: { quill: Quill }, _range: unknown, { offset }: Context) {
    if (offset !== 0) return true
    this.quill.format('indent', by, 'user')
    return false
  },
})

/** Markdown as it is typed: signs at the beginning of a line, `---` for a divider. Tab leaves the text, but for the depth of lists. */
export const typed = (kind: TextKind): Record<string, unknown> => {
  const none = { key: 'Tab', handler: () => true }
  const tabs = {
    tab: none,
    'remove tab': none,
    'table enter': null,
    'table tab': null,
    'table up': null,
    'table down': null,
  }
  if (kind === 'description')
    return {
      ...tabs,
      'list autofill': null,
      indent: null,
      outdent: null,
      'indent code-block': null,
      'outdent code-block': null,
    }
  return {
    ...tabs,
    indent: indentBy('+1', false),
    outdent: indentBy('-1', true),
    heading: line(/^#{1,3}$/, (sign) => ({ header: sign.length })),
    quote: line(/^>$/, () => ({ blockquote: true })),
    code: line(/^```$/, () => ({ 'code-block': true })),
    'end quote': endQuote,
    divider: { key: 'Enter', collapsed: true, format: plain, prefix: /^---$/, handler: divider },
    'divider by space': { key: ' ', collapsed: true, format: plain, prefix: /^---$/, handler: divider },
  }
}
