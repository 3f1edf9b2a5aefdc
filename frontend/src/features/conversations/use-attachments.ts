import { attachmentMegabytes, mostFiles } from '#domain/conversations.ts'
import { attachFile, useRemoveAttachedFileMutation } from '../../data/conversations.ts'
import { useSending } from '../../uploads/use-sending.ts'
import type { ChangeDraft, MessageDraft } from './use-draft.ts'

interface Options {
  conversationId: string | null
  draft: MessageDraft
  onDraft: ChangeDraft
  /** Starts the conversation if it has none yet. */
  begin: (known?: string) => Promise<string | undefined>
}

export const attachableTypes = '.txt,.md,.markdown,.docx,.pdf'
const attachable = /\.(?:txt|md|markdown|docx|pdf)$/i

/** Files that are attached to the next message: each is uploaded and read at once, and becomes a chip of the draft. */
export const useAttachments = ({ conversationId, draft, onDraft, begin }: Options) => {
  const [removeFile] = useRemoveAttachedFileMutation()
  const attached = draft.chips.filter(({ kind }) => kind === 'attachment')
  const sending = useSending({
    refuse({ name, size }) {
      if (!attachable.test(name)) return 'Weavy reads text (.txt), Markdown (.md), Word (.docx) and PDF files.'
      return size > attachmentMegabytes * 2 ** 20 ? `This file is larger than ${attachmentMegabytes} MB.` : undefined
    },
    async send({ id, file }, report, signal) {
      const begun = await begin(draft.startedId)
      if (begun === undefined) return 'The conversation could not be started. Please try again.'
      const { id: fileId, name } = await attachFile({ conversationId: begun, key: id, file }, report, signal)
      onDraft((current) => ({
        ...current,
        startedId: conversationId === null ? begun : undefined,
        chips: [...current.chips, { id: fileId, kind: 'attachment', name, imageUri: null, size: file.size }],
      }))
      return undefined
    },
  })
  const room = mostFiles - attached.length - sending.all.length
  return {
    sendings: sending.all,
    isUploading: sending.all.some(({ problem }) => problem === undefined),
    again: sending.again,
    end: sending.end,
    /** The reason why no further file can be added; undefined if there is room. */
    full: room <= 0 ? `A message has at most ${mostFiles} files.` : undefined,
    add: (files: readonly File[]) => sending.add(files.slice(0, Math.max(0, room))),
    /** Deletes a file that no message names yet; the server retains any other. */
    async remove(fileId: string) {
      const id = conversationId ?? draft.startedId
      if (id !== undefined) await removeFile({ conversationId: id, fileId })
    },
  }
}
export type Attachments = ReturnType<typeof useAttachments>
