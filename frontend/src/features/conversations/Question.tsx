import { ActionIcon, Tooltip } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Branches } from './Branches.tsx'
import classes from './chat.module.css'
import { SourceLink } from './Parts.tsx'
import type { Turn } from './turns.ts'
import type { ChatState } from './use-chat.ts'

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
  // The names that the text itself has need no second mention.
  const named = sources.filter(({ name }) => name !== '' && !content.includes(name))
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
              </li>
            ))}
          </ul>
        )}
      </div>
    </article>
  )
}
