import { CloseButton, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconFileText } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { sizeInWords } from '#domain/storage.ts'
import { ThreadProgress } from '../../ui/Thread.tsx'
import textButton from '../../ui/text-button.module.css'
import type { Sending } from '../../uploads/use-sending.ts'
import classes from './file-cards.module.css'
import type { Attachments } from './use-attachments.ts'
import type { Chip } from './use-draft.ts'

interface Props {
  /** Files that are uploaded, without the other items of the context. */
  attached: readonly Chip[]
  attachments: Attachments
  onLeaveOut: (id: string) => void
}

/** Files of the next message: uploaded ones, and those that are uploading or have failed. */
export const FileCards = ({ attached, attachments: { sendings, again, end }, onLeaveOut }: Props) => {
  if (attached.length + sendings.length === 0) return null
  return (
    <ul className={classes.cards} aria-label="Attached files">
      {attached.map(({ id, name, size }) => (
        <Card key={id} name={name} onRemove={() => onLeaveOut(id)}>
          <span className={classes.done}>
            <IconCheck size={15} aria-hidden="true" />
            Uploaded
          </span>{' '}
          {size !== undefined && <span className="num">· {sizeInWords(size)}</span>}
        </Card>
      ))}
      {sendings.map((sending) =>
        sending.problem === undefined ? (
          <Card key={sending.id} name={sending.file.name} removal="Cancel" onRemove={() => end(sending.id)}>
            <Progress sending={sending} />
          </Card>
        ) : (
          <Card key={sending.id} name={sending.file.name} onRemove={() => end(sending.id)} isFailed>
            <IconAlertTriangle size={15} aria-hidden="true" />
            <span role="alert">
              <VisuallyHidden>{sending.file.name}: </VisuallyHidden>
              {sending.problem}
            </span>
            {sending.isFinal !== true && (
              <button type="button" className={textButton.button} onClick={() => again(sending)}>
                Try again
              </button>
            )}
          </Card>
        ),
      )}
    </ul>
  )
}

const Progress = ({ sending: { share, file } }: { sending: Sending }) => (
  <>
    <ThreadProgress value={share} label={`Uploading ${file.name}`} />
    <span className="num">{Math.round(share * 100)}%</span>
  </>
)

interface CardProps {
  name: string
  /** The label of the card's button. */
  removal?: 'Cancel' | 'Remove'
  onRemove: () => void
  isFailed?: boolean
  children: ReactNode
}

const Card = ({ name, removal = 'Remove', onRemove, isFailed = false, children }: CardProps) => {
  // The file extension stays visible when the name is truncated.
  const dot = name.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  return (
    <li data-failed={isFailed || undefined}>
      <span className={classes.head} title={name}>
        <IconFileText size={15} aria-hidden="true" />
        <span className={classes.name} dir="auto">
          <span>{stem}</span>
          <span>{ending}</span>
        </span>
        <CloseButton size={22} aria-label={`${removal} ${name}`} onClick={onRemove} />
      </span>
      <span className={classes.state}>{children}</span>
    </li>
  )
}
