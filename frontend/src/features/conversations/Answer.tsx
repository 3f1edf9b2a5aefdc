import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconBook2, IconCopy, IconFileText, IconRefresh, IconVault } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { topicOf } from '#domain/topics.ts'
import type { ConversationMessage } from '#projections/conversation-messages.ts'
import { useTopic } from '../../realtime/topics.ts'
import { useStaleRefetch } from '../../realtime/use-refetching.ts'
import { ConjurationImage } from '../../ui/ConjurationImage.tsx'
import { copyText } from '../../ui/copy.ts'
import { LiveStitch } from '../../ui/Thread.tsx'
import classes from './answer.module.css'
import { Branches } from './Branches.tsx'
import { type ListedSource, listSources } from './list-sources.ts'
import { Parts } from './Parts.tsx'
import { type AnswerParts, continueAnswer, joinPieces, type Piece } from './pieces.ts'
import { ProposalContext } from './proposal-context.ts'
import { SourceLink } from './SourceLink.tsx'
import type { Turn } from './turns.ts'
import type { ChatState } from './use-chat.ts'

interface Props {
  turn: Turn
  chat: ChatState
  /** True in the dialog, where the list of sources is collapsed until the user opens it. */
  isCompact: boolean
  /** True if another answer may be requested now. */
  mayRegenerate: boolean
}

const copied = { done: 'Response copied to clipboard!', failed: 'Failed to copy to clipboard' }

/** An answer: its parts, its sources, and the actions on it. */
export const Answer = (props: Props) =>
  props.turn.message.isStreaming ? <ComingAnswer {...props} /> : <EndedAnswer {...props} />

const ComingAnswer = ({ turn: { message }, chat, isCompact }: Props) => {
  const { parts, sources, reading } = useComingAnswer(message, chat.query)
  const state = reading === null ? 'Thinking' : `Analyzing ${reading}`
  return (
    <article className={classes.answer} aria-label="Weavy" aria-busy="true">
      <Parts parts={parts} sources={sources} at={message.createdAt} />
      <p className={classes.state}>
        <LiveStitch />
        {parts.length === 0 && <span dir="auto">{state}</span>}
      </p>
      <Sources listed={listSources(parts, sources)} isCompact={isCompact} isComing />
    </article>
  )
}

const EndedAnswer = ({ turn: { message, siblings }, chat, isCompact, mayRegenerate }: Props) => {
  const { id, parentId, parts, sources, content, status, createdAt } = message
  const [isOpen, setOpen] = useState(false)
  const listed = listSources(parts, sources)
  return (
    <article className={classes.answer} aria-label="Weavy">
      <ProposalContext value={{ conversationId: chat.conversationId, answerId: id }}>
        <Parts parts={parts} sources={sources} at={createdAt} />
      </ProposalContext>
      {status === 'FAILED' && (
        <p className={classes.failed} role="alert">
          {content || 'The answer failed. Please try again.'}
        </p>
      )}
      {status === 'STOPPED' && <p className={classes.hidden}>Stopped.</p>}
      {status === 'FINISHED' && parts.length === 0 && content !== '' && <p className={classes.words}>{content}</p>}
      {(!isCompact || isOpen) && <Sources listed={listed} isCompact={isCompact} />}
      <div className={classes.acts}>
        {status !== 'FAILED' && content !== '' && (
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconCopy size={15} />}
            onClick={() => void copyText(content, 'Response', copied)}
          >
            Copy
          </Button>
        )}
        {isCompact && listed.length > 0 && (
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconBook2 size={15} />}
            aria-expanded={isOpen}
            onClick={() => setOpen((before) => !before)}
          >
            {listed.length === 1 ? '1 source' : `${listed.length} sources`}
          </Button>
        )}
        {mayRegenerate && (
          <Tooltip label="Regenerate">
            <ActionIcon
              size={28}
              aria-label="Regenerate"
              onClick={() => parentId !== null && void chat.regenerate(parentId)}
            >
              <IconRefresh size={15} />
            </ActionIcon>
          </Tooltip>
        )}
        <Branches id={id} siblings={siblings} label="Answer" onChoose={(other) => chat.choose(parentId, other)} />
      </div>
    </article>
  )
}

interface SourcesProps {
  listed: readonly ListedSource[]
  isCompact: boolean
  isComing?: boolean
}

const Sources = ({ listed, isCompact, isComing = false }: SourcesProps) => {
  if (listed.length === 0) return null
  return (
    <section className={classes.sources} data-compact={isCompact || undefined} aria-label="Sources">
      <p className={classes.heading}>{isComing ? `Sources, ${listed.length} so far` : 'Sources'}</p>
      <ol>
        {listed.map(({ source, n }) => (
          <li key={n}>
            <b className="num">{n}</b>
            <span className={classes.picture}>
              {source.kind === 'lore' && <ConjurationImage id={source.id} uri={source.imageUri} width={24} />}
              {source.kind === 'file' && <IconFileText size={15} aria-hidden="true" />}
              {source.kind === 'transcript' && <IconVault size={15} aria-hidden="true" />}
              {source.kind === 'campaign' && <IconBook2 size={15} aria-hidden="true" />}
            </span>
            <SourceLink source={source} className={classes.source} />
          </li>
        ))}
      </ol>
    </section>
  )
}

interface ComingAnswer extends AnswerParts {
  /** Name of the file that is being read before the first part; null if there is none. */
  reading: string | null
}

/**
 * Returns an answer while it is being written: the parts of the last response, continued by the pieces that its topic delivers. A gap
 * between two pieces means that others were lost: the conversation is then fetched again, and later pieces continue the new response.
 */
const useComingAnswer = (
  message: ConversationMessage,
  query: { refetch: () => unknown; isFetching: boolean },
): ComingAnswer => {
  const { written = 0 } = message
  const [pieces, setPieces] = useState<readonly Piece[]>([])
  const [reading, setReading] = useState<string | null>(null)
  const fetchAgain = useStaleRefetch(query)
  const { text, end, isComplete } = useMemo(() => joinPieces(pieces, written), [pieces, written])
  useTopic(topicOf('writing', message.id), {
    onMessage({ kind, data }) {
      if (kind === 'reading') setReading(data.name)
      if (kind !== 'piece') return
      setPieces((before) => [...before.filter((piece) => piece.at + piece.text.length > written), data])
      if (data.at > end) fetchAgain()
    },
  })
  useEffect(() => {
    if (!isComplete) fetchAgain()
  }, [isComplete, fetchAgain])
  return useMemo(() => ({ reading, ...continueAnswer(message, text) }), [message, text, reading])
}
