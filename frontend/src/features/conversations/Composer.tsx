import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconAt, IconBook, IconPaperclip, IconPlayerStop, IconSend2 } from '@tabler/icons-react'
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { useIsOffline } from '../../base/online.ts'
import { useRealtimeStatus } from '../../realtime/context.tsx'
import { Chips } from './Chips.tsx'
import classes from './composer.module.css'
import { FileCards } from './FileCards.tsx'
import { MentionSuggestions, MessageField, useMessageField } from './MessageField.tsx'
import { type Attachments, attachableTypes } from './use-attachments.ts'
import { type ChangeDraft, type Chip, emptyDraft, type MessageDraft } from './use-draft.ts'

interface Props {
  campaignId: string
  draft: MessageDraft
  onDraft: ChangeDraft
  attachments: Attachments
  /** The lore whose page is on screen: part of the context unless the user removes it. */
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

/** Returns the reason why no message can be sent now; undefined if one can. An empty field is not considered. */
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

/** The message field with its context items. Enter sends, Shift+Enter starts a line. */
export const Composer = (props: Props) => {
  const { campaignId, draft, onDraft, attachments, pageLore, isAnswering, isCompact } = props
  const form = useRef<HTMLFormElement>(null)
  const message = useMessageField(onDraft)
  const { field } = message
  const obstacle = useObstacle({ isAnswering, isUploading: attachments.isUploading })
  const isEmpty = draft.text.trim() === ''
  const isEdited = draft.editedParent !== undefined
  useEffect(() => {
    if (isEdited) field?.focus()
  }, [isEdited, field])

  const send = () => {
    if (!isEmpty && obstacle === undefined) props.onSend()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  const leaveOut = (id: string) => {
    if (id === pageLore?.id) return props.onLeaveOutPage()
    if (draft.chips.some((chip) => chip.id === id && chip.kind === 'attachment')) void attachments.remove(id)
    onDraft((current) => ({ ...current, chips: current.chips.filter((chip) => chip.id !== id) }))
  }
  const readCampaign = (isRead: boolean) => onDraft((current) => ({ ...current, withoutCampaign: !isRead }))
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
      {...acceptFiles(attach)}
    >
      <MentionSuggestions state={message} campaignId={campaignId} form={form} />
      {isEdited && <EditingNote onCancel={() => onDraft(() => emptyDraft)} />}
      <Chips
        draft={draft}
        pageLore={pageLore}
        hasCampaign={!draft.withoutCampaign && !(isCompact && pageLore)}
        onLeaveOutCampaign={() => readCampaign(false)}
        onLeaveOut={leaveOut}
      />
      <FileCards
        attached={draft.chips.filter(({ kind }) => kind === 'attachment')}
        attachments={attachments}
        onLeaveOut={leaveOut}
      />
      <MessageField state={message} draft={draft} onDraft={onDraft} onKeyDown={onKeyDown} />
      <Foot
        attachments={attachments}
        obstacle={obstacle}
        answeringId={props.answeringId}
        isStopping={props.isStopping}
        isEmpty={isEmpty}
        onAttach={attach}
        onMention={message.begin}
        onReadCampaign={draft.withoutCampaign ? () => readCampaign(true) : undefined}
        onStop={props.onStop}
      />
    </form>
  )
}

const EditingNote = ({ onCancel }: { onCancel: () => void }) => (
  <p className={classes.editing}>
    You are changing a message you sent. What followed it stays as another version.
    <Button size="xs" variant="subtle" onClick={onCancel}>
      Cancel
    </Button>
  </p>
)

/** Returns event handlers that attach files which are dropped or pasted. */
const acceptFiles = (attach: (files: FileList) => void) => {
  const take = (event: DragEvent | ClipboardEvent, { files }: DataTransfer) => {
    if (files.length === 0) return
    event.preventDefault()
    attach(files)
  }
  return {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => take(event, event.dataTransfer),
    onPaste: (event: ClipboardEvent) => take(event, event.clipboardData),
  }
}

type FootProps = Pick<Props, 'attachments' | 'answeringId' | 'isStopping' | 'onStop'> & {
  obstacle: string | undefined
  isEmpty: boolean
  onAttach: (files: FileList) => void
  onMention: () => void
  /** Undefined while the whole campaign is part of the context. */
  onReadCampaign: (() => void) | undefined
}

const Foot = ({
  attachments,
  obstacle,
  answeringId,
  isStopping,
  isEmpty,
  onAttach,
  onMention,
  onReadCampaign,
  onStop,
}: FootProps) => (
  <div className={classes.foot}>
    <AttachButton full={attachments.full} onAttach={onAttach} />
    <Tooltip label="Name an entry or a file">
      <ActionIcon aria-label="Name an entry or a file" onClick={onMention}>
        <IconAt size={18} />
      </ActionIcon>
    </Tooltip>
    {onReadCampaign && (
      <Tooltip label="Read the whole campaign again">
        <ActionIcon aria-label="Read the whole campaign" onClick={onReadCampaign}>
          <IconBook size={18} />
        </ActionIcon>
      </Tooltip>
    )}
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

interface AttachButtonProps {
  /** The reason why no more files can be attached; undefined if there is room. */
  full: string | undefined
  onAttach: (files: FileList) => void
}

const AttachButton = ({ full, onAttach }: AttachButtonProps) => {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        accept={attachableTypes}
        aria-label="Files to attach"
        onChange={({ currentTarget }) => {
          if (currentTarget.files) onAttach(currentTarget.files)
          // Without this, choosing the same file again would fire no change event.
          currentTarget.value = ''
        }}
      />
      <Tooltip label={full ?? 'Attach files that only you see'}>
        <ActionIcon aria-label="Attach files" disabled={full !== undefined} onClick={() => picker.current?.click()}>
          <IconPaperclip size={18} />
        </ActionIcon>
      </Tooltip>
    </>
  )
}
