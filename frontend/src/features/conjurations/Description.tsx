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
  /** Called when the user mentioned other lore and wants a relationship to it. */
  onRelate: (mentioned: { id: string }) => void
}

/** A description of one paragraph below this length is shown as a line under the name. */
const standfirstLength = 180
const isStandfirst = (text: string) => text.length <= standfirstLength && !text.includes('\n')

/** The description, edited in place. Its text has the lore's own id. */
export const Description = ({ row, editable, people, onStatus, onRelate }: Props) => {
  const { id, campaignId, description } = row
  const [set, setSet] = useState<'standfirst' | 'text' | null>(null)
  // The type size does not change while the user writes.
  const look = set ?? (isStandfirst(description) ? 'standfirst' : 'text')
  // Editors get an empty line in place of an empty description.
  const plain: ReactNode = (description !== '' || editable) && (
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
        campaignId={campaignId}
        people={people}
        onStatus={(status) => {
          // Lore with unsaved input is not discarded as blank.
          if (status === 'saving') forget(id)
          onStatus(id, status)
        }}
        {...(campaignId && { onRelate })}
      />
    </div>
  )
}
