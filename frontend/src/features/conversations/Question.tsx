import { ActionIcon, Tooltip } from '@mantine/core'
import { IconFolderPlus, IconPencil } from '@tabler/icons-react'
import type { AnswerSource } from '#projections/conversation-messages.ts'
import { useKeepAttachedFileMutation } from '../../data/conversations.ts'
import { toast } from '../../ui/toast.ts'
import { Branches } from './Branches.tsx'
import classes from './chat.module.css'
import { SourceLink } from './SourceLink.tsx'
import type { Turn } from './turns.ts'
import { type ChatState, toastFailure } from './use-chat.ts'

interface Props {
  turn: Turn
  chat: ChatState
  /** Undefined while nothing can be sent. */
  onEdit: ((turn: Turn) => void) | undefined
}

/** A message of the user with the entries that it names. */
export const Question = ({ turn, chat, onEdit }: Props) => {
  const { message, siblings } = turn
  const { id, parentId, content, sources } = message
  // Files are always listed, other sources only if the text does not contain their names.
  const named = sources.filter(({ name, kind }) => name !== '' && (kind === 'file' || !content.includes(name)))
  return (
    <article className={classes.question} aria-label="You">
      <div className={classes.questionActs}>
        <Branches id={id} siblings={siblings} label="Message" onChoose={(other) => chat.choose(parentId, other)} />
        {onEdit && (
          <Tooltip label="Edit and send again">
            <ActionIcon
              size={28}
              className={classes.edit ?? ''}
              aria-label="Edit and send again"
              onClick={() => onEdit(turn)}
            >
              <IconPencil size={15} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      <div className={classes.bubble}>
        <p dir="auto">{content}</p>
        {named.length > 0 && (
          <ul className={classes.named} aria-label="Named entries">
            {named.map((source) => (
              <li key={source.id}>
                <SourceLink source={source} />
                {source.conversationId !== undefined && <KeepFile source={source} />}
              </li>
            ))}
          </ul>
        )}
      </div>
    </article>
  )
}

/** Copies an attached file to the campaign's files, where every member sees it. */
const KeepFile = ({ source: { id, name, conversationId = '' } }: { source: AnswerSource }) => {
  const [keep, { isLoading }] = useKeepAttachedFileMutation()
  const run = async () => {
    const { error } = await keep({ conversationId, fileId: id })
    if (error) toastFailure(error, 'The file could not be kept. Please try again.')
    else
      toast.success(`“${name}” is among the campaign’s files now`, {
        context: 'Every member can open it there.',
        route: { to: '/campaign/edit/files', label: 'Files' },
      })
  }
  return (
    <Tooltip label="Keep in the campaign’s files, for all members">
      <ActionIcon
        size={28}
        loading={isLoading}
        aria-label={`Keep ${name} in the campaign’s files`}
        onClick={() => void run()}
      >
        <IconFolderPlus size={15} />
      </ActionIcon>
    </Tooltip>
  )
}
