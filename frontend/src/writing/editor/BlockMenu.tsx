import type Quill from 'quill/core.js'
import { type RefObject, useMemo } from 'react'
import classes from '../mentions/mention-picker.module.css'
import { OptionList } from '../mentions/OptionList.tsx'
import { useTyped } from '../mentions/use-typed.ts'
import type { Tool } from './tools.ts'

/** The block name after a / at the start of a word: letters and digits only, so that no path or date matches. */
const typing = /(?:^|\s)\/([\p{L}\p{N}]{0,20})$/u

/** Tools that insert a block at the caret, in menu order. */
const blocks = [
  ...['Heading 1', 'Heading 2', 'Heading 3', 'Bulleted list', 'Numbered list', 'Check list', 'Quote', 'Code block'],
  ...['Table', 'Divider', 'Picture', 'Mention', 'Generate text'],
]

interface Props {
  quill: Quill
  page: RefObject<Element | null>
  tools: readonly (readonly Tool[])[]
}

/** A menu of blocks that opens with a / and is filtered by the text after it, which the choice replaces. */
export const BlockMenu = ({ quill, page, tools }: Props) => {
  const { typed, close, end } = useTyped(quill, page, typing)
  const query = typed?.query ?? ''
  const found = useMemo(() => {
    const all = tools.flat()
    return blocks.flatMap((label) => {
      const tool = all.find((each) => each.label === label)
      const isMeant = label
        .toLowerCase()
        .split(' ')
        .some((word) => word.startsWith(query.toLowerCase()))
      return tool && (isMeant || label.toLowerCase().replaceAll(' ', '').startsWith(query.toLowerCase()))
        ? [{ ...tool, id: label }]
        : []
    })
  }, [tools, query])
  const formats = typed && quill.getFormat(typed.at)
  if (!typed || found.length === 0 || formats?.code || formats?.['code-block']) return null
  return (
    <OptionList
      label="Blocks"
      found={found}
      query={query}
      place={typed.place}
      field={quill.root}
      onClose={close}
      onChoose={({ act }) => {
        quill.deleteText(typed.at, query.length + 1, 'user')
        quill.setSelection(typed.at, 0, 'user')
        end()
        act()
      }}
    >
      {({ label, Icon }) => (
        <>
          <span className={classes.face}>
            <Icon size={17} stroke={1.6} />
          </span>
          <span className={classes.file}>{label}</span>
        </>
      )}
    </OptionList>
  )
}
