import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { AnswerSource } from '#projections/conversation-messages.ts'
import { messageOf, statusOf } from '../../base/problem.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { LiveStitch } from '../../ui/Thread.tsx'
import { AroundText } from '../../writing/reading/context.ts'
import { Answer } from './Answer.tsx'
import { Composer } from './Composer.tsx'
import classes from './chat.module.css'
import { Question } from './Question.tsx'
import { Suggestions } from './Suggestions.tsx'
import type { Turn } from './turns.ts'
import { useAttachments } from './use-attachments.ts'
import { type ChatState, useChat } from './use-chat.ts'
import { type Chip, emptyDraft, joinDrafts, type MessageDraft, useDraft } from './use-draft.ts'

interface Props {
  campaignId: string
  conversationId: string | null
  onStarted: (id: string) => void
  /** Called if the conversation does not exist or belongs to another user. */
  onMissing: () => void
  pageLore?: Chip | undefined
  isCompact?: boolean
}

const names = new Map<string, string>()

const chipKind = ({ kind, conversationId }: AnswerSource): Chip['kind'] => {
  if (kind !== 'file') return 'lore'
  return conversationId === undefined ? 'file' : 'attachment'
}

/** Returns a draft for editing a message that was sent. */
const draftOf = ({ message: { content, parentId, sources } }: Turn): MessageDraft => ({
  text: content,
  chips: sources
    .filter(({ name, kind }) => name !== '' && kind !== 'campaign')
    .map((source) => ({ id: source.id, kind: chipKind(source), name: source.name, imageUri: source.imageUri })),
  editedParent: parentId,
})

/**
 * Returns the React key of the chat on screen, and a function for its `onStarted`, which returns false if another chat is on screen by
 * then. A chat in which a conversation begins stays, with its input, focus and uploads; any other conversation has a chat of its own.
 */
export const useChatKey = (conversationId: string | null) => {
  const [shown, setShown] = useState<{ id: string | null; startedId?: string; key: number }>({
    id: conversationId,
    key: 0,
  })
  if (shown.id !== conversationId) {
    const isStarted = shown.id === null && conversationId === shown.startedId
    setShown({ id: conversationId, key: isStarted ? shown.key : shown.key + 1 })
  }
  const latestKey = useRef(shown.key)
  latestKey.current = shown.key
  const markStarted = (startedId: string): boolean => {
    if (latestKey.current !== shown.key) return false
    setShown((before) => (before.id === null ? { ...before, startedId } : before))
    return true
  }
  return [shown.key, markStarted] as const
}

/** A conversation: its messages, and the field for the next one. */
export const Chat = ({ campaignId, conversationId, onStarted, onMissing, pageLore, isCompact = false }: Props) => {
  const chat = useChat({ campaignId, conversationId, onStarted })
  const [draft, changeDraft] = useDraft(campaignId, conversationId)
  const attachments = useAttachments({ conversationId, draft, onDraft: changeDraft, begin: chat.begin })
  const [leftOutPage, setLeftOutPage] = useState<string>()
  const { query, turns, isSending } = chat
  const about = pageLore?.id === leftOutPage ? undefined : pageLore
  const answering = query.currentData?.messages.find(({ isStreaming }) => isStreaming)
  const isAnswering = isSending || query.currentData?.isAnswering === true || answering !== undefined
  const isMissing = statusOf(query.error) === 404
  useEffect(() => {
    if (isMissing) onMissing()
  }, [isMissing])

  const send = async (message: MessageDraft) => {
    const chips = about && message.chips.every(({ id }) => id !== about.id) ? [about, ...message.chips] : message.chips
    if (!(await chat.send({ ...message, chips }))) changeDraft((current) => joinDrafts(message, current))
  }
  const sendDraft = () => {
    changeDraft(() => emptyDraft)
    void send(draft)
  }
  /** Sends a suggestion. The text in the field stays. */
  const ask = (text: string, chips: Chip[]) => {
    const { withoutCampaign, startedId } = draft
    void send({ text, chips, withoutCampaign, startedId })
  }
  const edit = (turn: Turn) => changeDraft(() => draftOf(turn))

  if (query.error && !query.currentData && !isMissing)
    return (
      <ErrorState
        text={messageOf(query.error, 'Failed to load conversation')}
        onRetry={() => void query.refetch()}
        retry="Try Again"
      />
    )
  const isLoading = conversationId !== null && !query.currentData && turns.length === 0
  return (
    <AroundText value={{ campaignId, here: '/conversations', names }}>
      <div className={classes.chat} data-compact={isCompact || undefined}>
        <Log turnCount={turns.length}>
          {isLoading && <LoadingChat />}
          {!isLoading && turns.length === 0 && (
            <Suggestions campaignId={campaignId} isCompact={isCompact} pageLore={about} onAsk={ask} />
          )}
          <Turns chat={chat} turns={turns} isCompact={isCompact} isAnswering={isAnswering} onEdit={edit} />
          {isSending && <Thinking />}
        </Log>
        <Announcement turns={turns} isAnswering={isAnswering} />
        <Composer
          campaignId={campaignId}
          draft={draft}
          attachments={attachments}
          isCompact={isCompact}
          onDraft={changeDraft}
          pageLore={about}
          onLeaveOutPage={() => setLeftOutPage(pageLore?.id)}
          isAnswering={isAnswering}
          answeringId={answering?.id}
          isStopping={chat.isStopping}
          onStop={(id) => void chat.stop(id)}
          onSend={sendDraft}
        />
      </div>
    </AroundText>
  )
}

const LoadingChat = () => (
  <Loading label="Loading the conversation" className={classes.loading}>
    <Skeleton height={60} width="60%" ml="auto" />
    <Skeleton height={120} />
  </Loading>
)

const Thinking = () => (
  <p className={classes.state}>
    <LiveStitch />
    Thinking
  </p>
)

interface TurnsProps {
  chat: ChatState
  turns: readonly Turn[]
  isCompact: boolean
  isAnswering: boolean
  onEdit: (turn: Turn) => void
}

const Turns = ({ chat, turns, isCompact, isAnswering, onEdit }: TurnsProps) =>
  turns.map((turn) =>
    turn.message.type === 'USER' ? (
      <Question key={turn.message.id} turn={turn} chat={chat} onEdit={isAnswering ? undefined : onEdit} />
    ) : (
      <Answer
        key={turn.message.id}
        turn={turn}
        chat={chat}
        isCompact={isCompact}
        mayRegenerate={!isAnswering && turn === turns.at(-1)}
      />
    ),
  )

/** Within this many pixels of its end, the log follows new text. */
const nearEnd = 60

/** The list of messages. It follows new text while it is scrolled to its end; otherwise a button scrolls there. */
const Log = ({ turnCount, children }: { turnCount: number; children: React.ReactNode }) => {
  const log = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const isFollowing = useRef(true)
  const toEnd = () => log.current?.scrollTo(0, log.current.scrollHeight)

  useLayoutEffect(() => {
    isFollowing.current = turnCount > 0
    if (isFollowing.current) toEnd()
  }, [turnCount])
  useEffect(() => {
    if (!content.current || !log.current) return
    const sizes = new ResizeObserver(() => isFollowing.current && toEnd())
    sizes.observe(content.current)
    // The log shrinks when the message field below it grows.
    sizes.observe(log.current)
    return () => sizes.disconnect()
  }, [])

  return (
    <div className={classes.logArea}>
      <div
        ref={log}
        className={classes.log}
        role="log"
        aria-label="Conversation"
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area is scrolled by keys
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          isFollowing.current = scrollHeight - scrollTop - clientHeight < nearEnd
          setAtEnd(isFollowing.current)
        }}
      >
        <div ref={content} className={classes.content}>
          {children}
        </div>
      </div>
      {!isAtEnd && (
        <Button className={classes.toEnd ?? ''} size="xs" leftSection={<IconArrowDown size={15} />} onClick={toEnd}>
          New below
        </Button>
      )}
    </div>
  )
}

/** Announces to screen readers that an answer begins, and the finished answer once, but not its pieces. */
const Announcement = ({ turns, isAnswering }: { turns: readonly Turn[]; isAnswering: boolean }) => {
  const [wasAnswering, setWasAnswering] = useState(false)
  if (isAnswering && !wasAnswering) setWasAnswering(true)
  const last = turns.at(-1)?.message
  const text = isAnswering ? 'Weavy is answering' : wasAnswering && last?.type === 'ASSISTANT' ? last.content : ''
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {text}
    </VisuallyHidden>
  )
}
