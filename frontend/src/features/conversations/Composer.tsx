import { ActionIcon, Button, Textarea, Tooltip } from '@mantine/core'
import { IconAt, IconPaperclip, IconPlayerStop, IconSend2 } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { messageLimit, mostMentions } from '#domain/conversations.ts'
import { useIsOffline } from '../../base/online.ts'
import type { Mentionable } from '../../data/mentions.ts'
import { useRealtimeStatus } from '../../realtime/context.tsx'
import { MentionPicker } from '../../writing/mentions/MentionPicker.tsx'
import { Chips } from './Chips.tsx'
import classes from './composer.module.css'
import { FileCards } from './FileCards.tsx'
import { type Attachments, attachableTypes } from './use-attachments.ts'
import { type Chip, emptyDraft, type MessageDraft } from './use-draft.ts'
import { useMentioningText } from './use-mentioning-text.ts'

interface Props {
  campaignId: string
  draft: MessageDraft
  onDraft: (draft: MessageDraft) => void
  attachments: Attachments
  /** The entry whose page is on screen, which the message is about unless it is left out. */
  pageLore: Chip | undefined
  onLeaveOutPage: () => void
  isAnswering: boolean
  /** The answer that is being written, once the server has begun it. */
  answeringId: string | undefined
  isStopping: boolean
  onStop: (answerId: string) => void
  onSend: () => void
  isCompact: boolean
}

/** Why nothing can be sent now, apart from an empty field. */
const useObstacle = ({
  isAnswering,
  isUploading,
}: {
  isAnswering: boolean
  isUploading: boolean
}): string | undefined => {
  const isOffline = useIsOffline()
  const status = useRealtimeStatus()
  if (isOffline) return 'You are offline. You can send when you are back.'
  if (status === 'down') return 'The live connection is down. You can send when it is back.'
  if (isUploading) return 'Files are being read. You can send when they are there.'
  if (isAnswering) return 'Weavy is answering. You can send when it ends.'
  return undefined
}

/** Mentions in the text of a draft: a typed name is replaced by the chosen entry, and the caret is placed behind it. */
const useMentions = (field: HTMLTextAreaElement | null, draft: MessageDraft, onDraft: Props['onDraft']) => {
  const { typed, close, look } = useMentioningText(field)
  const caret = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (caret.current === undefined || !field) return
    field.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
    look()
  })
  const choose = ({ id, kind, name, imageUri }: Mentionable) => {
    if (!typed) return
    const before = draft.text.slice(0, typed.at)
    const after = draft.text.slice(typed.at + 1 + typed.query.length)
    const isNew = draft.chips.every((chip) => chip.id !== id) && draft.chips.length < mostMentions
    caret.current = before.length + name.length + 1
    onDraft({
      ...draft,
      text: `${before}${name} ${after.trimStart()}`.slice(0, messageLimit),
      chips: isNew ? [...draft.chips, { id, kind, name, imageUri }] : draft.chips,
    })
  }
  const begin = () => {
    if (!field) return
    const { selectionStart: at, value } = field
    const isApart = at === 0 || /\s/.test(value[at - 1] ?? '')
    const sign = isApart ? '@' : ' @'
    caret.current = at + sign.length
    onDraft({ ...draft, text: value.slice(0, at) + sign + value.slice(at) })
    field.focus()
  }
  return { typed, close, look, choose, begin }
}

/** The message field with its context items. Enter sends, Shift+Enter starts a line. */
export const Composer = ({
  campaignId,
  draft,
  onDraft,
  attachments,
  pageLore,
  onLeaveOutPage,
  isAnswering,
  answeringId,
  isStopping,
  onStop,
  onSend,
  isCompact,
}: Props) => {
  const [field, setField] = useState<HTMLTextAreaElement | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const { typed, close, look, choose, begin } = useMentions(field, draft, onDraft)
  const obstacle = useObstacle({ isAnswering, isUploading: attachments.isUploading })
  const isEmpty = draft.text.trim() === ''
  const isEdited = draft.editedParent !== undefined
  useEffect(() => {
    if (isEdited) field?.focus()
  }, [isEdited, field])

  const send = () => {
    if (!isEmpty && obstacle === undefined) onSend()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  const leaveOut = (id: string) => {
    if (id === pageLore?.id) return onLeaveOutPage()
    if (draft.chips.some((chip) => chip.id === id && chip.kind === 'attachment')) void attachments.remove(id)
    onDraft({ ...draft, chips: draft.chips.filter((chip) => chip.id !== id) })
  }
  const attach = (files: FileList) => {
    if (files.length > 0) attachments.add([...files])
  }

  return (
    <form
      ref={form}
      className={classes.composer}
      data-compact={isCompact || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        if (event.dataTransfer.files.length === 0) return
        event.preventDefault()
        attach(event.dataTransfer.files)
      }}
      onPaste={(event) => {
        if (event.clipboardData.files.length === 0) return
        event.preventDefault()
        attach(event.clipboardData.files)
      }}
    >
      {typed && field && (
        <div className={classes.mentions}>
          <MentionPicker
            campaignId={campaignId}
            field={field}
            query={typed.query}
            place={{ left: 0, top: 0, bottom: form.current?.offsetHeight ?? 0 }}
            onChoose={choose}
            onClose={close}
          />
        </div>
      )}
      {isEdited && (
        <p className={classes.editing}>
          You are changing a message you sent. What followed it stays as another version.
          <Button size="xs" variant="subtle" onClick={() => onDraft(emptyDraft)}>
            Cancel
          </Button>
        </p>
      )}
      <Chips draft={draft} pageLore={pageLore} onLeaveOut={leaveOut} />
      <FileCards
        attached={draft.chips.filter(({ kind }) => kind === 'attachment')}
        attachments={attachments}
        onLeaveOut={leaveOut}
      />
      <Textarea
        ref={setField}
        classNames={{ input: classes.field ?? '' }}
        variant="unstyled"
        aria-label="Message to Weavy"
        placeholder="Ask about your campaign"
        autosize
        minRows={1}
        maxRows={8}
        maxLength={messageLimit}
        dir="auto"
        data-autofocus
        value={draft.text}
        onChange={(event) => {
          onDraft({ ...draft, text: event.currentTarget.value })
          look()
        }}
        onSelect={look}
        onKeyDown={onKeyDown}
      />
      <Foot
        attachments={attachments}
        obstacle={obstacle}
        answeringId={answeringId}
        isStopping={isStopping}
        isEmpty={isEmpty}
        onAttach={attach}
        onMention={begin}
        onStop={onStop}
      />
    </form>
  )
}

type FootProps = Pick<Props, 'attachments' | 'answeringId' | 'isStopping' | 'onStop'> & {
  obstacle: string | undefined
  isEmpty: boolean
  onAttach: (files: FileList) => void
  onMention: () => void
}

const Foot = ({ attachments, obstacle, answeringId, isStopping, isEmpty, onAttach, onMention, onStop }: FootProps) => {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <div className={classes.foot}>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        accept={attachableTypes}
        aria-label="Files to attach"
        onChange={({ currentTarget }) => {
          if (currentTarget.files) onAttach(currentTarget.files)
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <Tooltip label={attachments.full ?? 'Attach files that only you see'}>
        <ActionIcon
          aria-label="Attach files"
          disabled={attachments.full !== undefined}
          onClick={() => picker.current?.click()}
        >
          <IconPaperclip size={18} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Name an entry or a file">
        <ActionIcon aria-label="Name an entry or a file" onClick={onMention}>
          <IconAt size={18} />
        </ActionIcon>
      </Tooltip>
      <span className={classes.reason} id="weavy-reason" role="status">
        {obstacle}
      </span>
      {answeringId !== undefined && (
        <Button
          size="sm"
          leftSection={<IconPlayerStop size={15} />}
          loading={isStopping}
          onClick={() => onStop(answeringId)}
        >
          Stop
        </Button>
      )}
      <ActionIcon
        type="submit"
        variant="default"
        className={classes.send}
        aria-label="Send"
        aria-describedby="weavy-reason"
        disabled={isEmpty || obstacle !== undefined}
      >
        <IconSend2 size={18} />
      </ActionIcon>
    </div>
  )
}
