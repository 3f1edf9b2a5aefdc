import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { z } from 'zod'
import { draftsOf } from '../../base/drafts.ts'
import { useMe } from '../../data/me.ts'

const Chip = z.object({
  id: z.uuid(),
  /** A `file` belongs to the campaign, an `attachment` to this conversation. */
  kind: z.enum(['lore', 'file', 'attachment']),
  name: z.string(),
  imageUri: z.string().nullable(),
  /** Bytes of an attached file, in this browser. */
  size: z.number().optional(),
})
/** An entry or a file that the user adds to the context of a message. */
export type Chip = z.infer<typeof Chip>

const MessageDraft = z.object({
  text: z.string(),
  chips: z.array(Chip),
  /** For an edited message: the id of the answer that it follows, or null for the first message. */
  editedParent: z.string().nullable().optional(),
  /** True if the answer uses only the chips, not the campaign's own description and sessions. */
  withoutCampaign: z.boolean().optional(),
  /** The conversation that was begun for attached files, before its first message. */
  startedId: z.uuid().optional(),
})
export type MessageDraft = z.infer<typeof MessageDraft>
/** Changes the latest draft instead of the rendered one: an upload may end between a rendering and the next key. */
export type ChangeDraft = (changed: (current: MessageDraft) => MessageDraft) => void

export const emptyDraft: MessageDraft = { text: '', chips: [] }

/** Joins a message that could not be sent with the text that the user has typed since. */
export const joinDrafts = (unsent: MessageDraft, typed: MessageDraft): MessageDraft => ({
  ...unsent,
  ...typed,
  text: [unsent.text, typed.text].filter((text) => text.trim() !== '').join('\n\n'),
  chips: [...unsent.chips, ...typed.chips.filter(({ id }) => unsent.chips.every((chip) => chip.id !== id))],
})

/**
 * The unsent input of a conversation, which outlives the dialog, other screens and a reload. Once the conversation has begun, the input
 * that was typed before belongs to it.
 */
export const useDraft = (campaignId: string, conversationId: string | null) => {
  const { id: userId } = useMe()
  const field = `weavy.${conversationId ?? campaignId}`
  const [draft, setDraft] = useState(
    () => draftsOf(localStorage, userId).read(field, MessageDraft)?.value ?? emptyDraft,
  )
  const latest = useRef(draft)
  const storedAs = useRef(field)
  const change: ChangeDraft = (changed) => {
    const before = latest.current
    // Parsing gives the properties the order in which they are stored, by which a draft is compared.
    const next = MessageDraft.parse(changed(before))
    latest.current = next
    setDraft(next)
    const drafts = draftsOf(localStorage, userId)
    if (next.text === '' && next.chips.length === 0 && !next.withoutCampaign) drafts.drop(storedAs.current, before)
    else drafts.keep(storedAs.current, next, emptyDraft)
  }
  const move = useEffectEvent(() => {
    if (storedAs.current === field) return
    draftsOf(localStorage, userId).drop(storedAs.current, latest.current)
    storedAs.current = field
    change((current) => ({ ...current, startedId: undefined }))
  })
  useEffect(() => move(), [field])
  return [draft, change] as const
}
