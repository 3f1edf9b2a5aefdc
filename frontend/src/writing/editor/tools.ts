import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconAt,
  IconBlockquote,
  IconBold,
  IconCode,
  IconH1,
  IconH2,
  IconH3,
  IconIndentDecrease,
  IconIndentIncrease,
  IconItalic,
  IconLink,
  IconList,
  IconListCheck,
  IconListNumbers,
  IconPhoto,
  IconSeparatorHorizontal,
  IconSourceCode,
  IconStrikethrough,
  IconTable,
  IconUnderline,
  IconWriting,
} from '@tabler/icons-react'
import type Quill from 'quill/core.js'
import { Delta, tableEmbed } from '#domain/deltas.ts'
import type { TextKind } from '#domain/text-formats.ts'
import { newId } from '../../base/ids.ts'
import type { Session } from '../session/session.ts'
import { TableBlot } from './blots.ts'
import { newTable } from './table-changes.ts'

export interface Tool {
  label: string
  Icon: typeof IconBold
  keys?: string
  isOn?: boolean
  isOff?: boolean
  /** Shown on phones only, since keyboards have a key for it. */
  isForTouch?: boolean
  act: () => void
}

type Formats = Record<string, unknown>

/** Inserts an embed on a line of its own with the caret behind it. Returns the index of the embed. */
const insertAlone = (quill: Quill, insert: Record<string, unknown>): number => {
  const { index, length } = quill.getSelection(true)
  const offset = quill.getLine(index)[1]
  const change = new Delta().retain(index).delete(length)
  if (offset > 0) change.insert('\n')
  change.insert(insert).insert('\n')
  quill.updateContents(change, 'user')
  const at = index + (offset > 0 ? 1 : 0)
  quill.setSelection(at + 2, 0, 'user')
  return at
}

/** Inserts a table with the caret in its first cell. */
const insertTable = (quill: Quill) => {
  const [table] = quill.getLine(insertAlone(quill, { [tableEmbed]: newTable(newId) }))
  if (table instanceof TableBlot) table.enterCell({ place: '1:1', index: 0, length: 0 })
}

interface Acts {
  onLink: () => void
  onPicture: () => void
  onMention: () => void
  /** Undefined if no text can be generated here. */
  onGenerate?: (() => void) | undefined
}

/** Tools that phones show without scrolling. */
const first = ['Heading 2', 'Bold', 'Italic', 'Bulleted list', 'Mention', 'Undo', 'Indent', 'Outdent']

/** Returns the tools in the order for phones: the most frequent ones form the first group. */
export const forPhone = (groups: readonly Tool[][]): Tool[][] => {
  const all = groups.flat()
  const leading = first.flatMap((label) => all.filter((tool) => tool.label === label))
  return [leading, ...groups.map((tools) => tools.filter(({ label }) => !first.includes(label)))].filter(
    (tools) => tools.length > 0,
  )
}

export const forKeyboard = (groups: readonly Tool[][]): Tool[][] =>
  groups.map((tools) => tools.filter(({ isForTouch }) => !isForTouch))

/** Returns the tools for a kind of text or a table cell, with their state at the caret. */
export const toolsOf = (
  quill: Quill,
  session: Pick<Session, 'undo' | 'redo' | 'canUndo' | 'canRedo'>,
  kind: TextKind | 'cell',
  formats: Formats,
  { onLink, onPicture, onMention, onGenerate }: Acts,
): Tool[][] => {
  const toggle = (label: string, Icon: Tool['Icon'], name: string, value: unknown = true, keys?: string): Tool => {
    const isOn = formats[name] === value
    return {
      label,
      Icon,
      isOn,
      ...(keys && { keys }),
      act: () => {
        quill.focus()
        quill.format(name, isOn ? false : value, 'user')
      },
    }
  }
  const words = [
    toggle('Bold', IconBold, 'bold', true, 'Ctrl+B'),
    toggle('Italic', IconItalic, 'italic', true, 'Ctrl+I'),
    toggle('Underline', IconUnderline, 'underline', true, 'Ctrl+U'),
    toggle('Strikethrough', IconStrikethrough, 'strike'),
    toggle('Code', IconCode, 'code'),
  ]
  const link: Tool = {
    label: 'Link',
    Icon: IconLink,
    keys: 'Ctrl+K on a selection',
    isOn: Boolean(formats.link),
    act: onLink,
  }
  const mention: Tool = { label: 'Mention', Icon: IconAt, keys: '@', act: onMention }
  const steps: Tool[] = [
    { label: 'Undo', Icon: IconArrowBackUp, keys: 'Ctrl+Z', isOff: !session.canUndo(), act: session.undo },
    { label: 'Redo', Icon: IconArrowForwardUp, keys: 'Ctrl+Shift+Z', isOff: !session.canRedo(), act: session.redo },
  ]
  const indent = (label: string, Icon: Tool['Icon'], by: '+1' | '-1'): Tool => ({
    label,
    Icon,
    isForTouch: true,
    isOff: by === '-1' && !formats.indent,
    act: () => {
      quill.focus()
      quill.format('indent', by, 'user')
    },
  })
  const depth = formats.list
    ? [indent('Indent', IconIndentIncrease, '+1'), indent('Outdent', IconIndentDecrease, '-1')]
    : []
  if (kind === 'cell' || kind === 'description') return [words, [link, mention], steps]
  return [
    [
      toggle('Heading 1', IconH1, 'header', 1),
      toggle('Heading 2', IconH2, 'header', 2),
      toggle('Heading 3', IconH3, 'header', 3),
    ],
    words,
    [
      toggle('Bulleted list', IconList, 'list', 'bullet'),
      toggle('Numbered list', IconListNumbers, 'list', 'ordered'),
      {
        ...toggle('Check list', IconListCheck, 'list', 'unchecked'),
        isOn: formats.list === 'unchecked' || formats.list === 'checked',
      },
      ...depth,
      toggle('Quote', IconBlockquote, 'blockquote'),
      toggle('Code block', IconSourceCode, 'code-block'),
    ],
    [
      link,
      { label: 'Picture', Icon: IconPhoto, act: onPicture },
      { label: 'Table', Icon: IconTable, act: () => insertTable(quill) },
      { label: 'Divider', Icon: IconSeparatorHorizontal, act: () => void insertAlone(quill, { divider: true }) },
      mention,
    ],
    ...(onGenerate ? [[{ label: 'Generate text', Icon: IconWriting, act: onGenerate }]] : []),
    steps,
  ]
}
