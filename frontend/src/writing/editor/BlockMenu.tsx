import type Quill from 'quill/core.js'
import { type RefObject, useMemo } from 'react'
import classes from '../mentions/mention-picker.module.css'
import { OptionList } from '../mentions/OptionList.tsx'
import { useTyped } from '../mentions/use-typed.ts'
import type { Tool } from './tools.ts'

/** The name of a block behind a / that begins a word: letters alone, so that a path or a date is none. */
const typing = /(?:^|\s)\/([\p{L}\p{N}]{0,20})$/u

/** The tools that put a block where the caret stands, in the order of the menu. */
const blocks = [
  ...['Heading 1', 'Heading 2', 'Heading 3', 'Bulleted list', 'Numbered list', 'Check list', 'Quote', 'Code block'],
  ...['Table', 'Divider', 'Picture', 'Mention', 'Generate text'],
]

interface Props {
  quill: Quill
  page: RefObject<Element | null>
  tools: readonly (readonly Tool[])[]
}

/** A menu of blocks that opens with a / and is filtered by what is typed behind it. What was typed is taken away by the choice. */
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
      {...{ found, query }}
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
