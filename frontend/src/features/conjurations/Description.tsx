import { type ReactNode, useState } from 'react'
import type { ConjurationItem } from '#projections/answers.ts'
import { TextEditor } from '../../writing/TextEditor.tsx'
import { forget } from './begun.ts'
import classes from './column.module.css'
import type { TextStatus } from './saving/text-statuses.ts'

interface Props {
  row: ConjurationItem
  editable: boolean
  people: ReadonlyMap<string, string> | undefined
  onStatus: (textId: string, status: TextStatus) => void
  /** Other lore was mentioned, and is to be linked. */
  onRelate: (mentioned: { id: string }) => void
}

/** Shorter than this, and in one paragraph, a description is a line under the name rather than a text. */
const standfirstLength = 180
const isStandfirst = (text: string) => text.length <= standfirstLength && !text.includes('\n')

/** The description: a column to read, which whoever may write it writes where it stands. Its text has the lore's own id. */
export const Description = ({ row, editable, people, onStatus, onRelate }: Props) => {
  const { id, campaignId, description } = row
  const [set, setSet] = useState<'standfirst' | 'text' | null>(null)
  // What is being written does not change its size under the hand.
  const look = set ?? (isStandfirst(description) ? 'standfirst' : 'text')
  const plain: ReactNode = description && (
    <p className={classes.plain} dir="auto">
      {description}
    </p>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices where the focus is
    <div className={classes[look]} onFocus={() => setSet(look)} onBlur={() => setSet(null)}>
      <TextEditor
        textId={id}
        conjurationId={id}
        kind="description"
        label="Description"
        placeholder="What should your table know about it?"
        plain={description}
        canEdit={editable}
        isGone={row.deletedAt !== null}
        fallback={plain}
        {...{ campaignId, people }}
        onStatus={(status) => {
          // What somebody writes in is not left blank.
          if (status === 'saving') forget(id)
          onStatus(id, status)
        }}
        {...(campaignId && { onRelate })}
      />
    </div>
  )
}
