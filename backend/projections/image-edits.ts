import { z } from 'zod'
import { EditTool, Growth } from '#domain/image-edit-tools.ts'
import { ImageFile } from '#domain/image-sizes.ts'
import { editTimedOutMessage, filteredMessage } from '#domain/image-words.ts'
import type { imageEvents } from '#domain/images.ts'
import { type Change, view } from './view.ts'

/** An edit of a picture, or its original version, which has no tool. `cost` is credits, positive. */
export const ImageEditRow = z.object({
  id: z.uuid(),
  imageId: z.uuid(),
  /** The requester; for the original, the picture's owner. */
  userId: z.uuid().nullable(),
  /** The edited version: null until the edit starts, and for the original. */
  parentId: z.uuid().nullable(),
  tool: EditTool.nullable(),
  prompt: z.string(),
  searchPrompt: z.string(),
  growth: Growth.nullable(),
  premium: z.boolean(),
  /** Storage key of the mask. */
  mask: z.string().nullable(),
  maskBytes: z.int(),
  provider: z.string().nullable(),
  cost: z.int(),
  status: z.enum(['IN_QUEUE', 'IN_PROGRESS', 'RETRYING', 'COMPLETED', 'FAILED', 'CANCELLED']),
  errorMessage: z.string().nullable(),
  file: ImageFile.nullable(),
  /** The edit of which it is another candidate. */
  candidateOf: z.uuid().nullable(),
  /** True if it was ever the current version. */
  wasShown: z.boolean(),
  /** Set for the original only: the end of the branch that holds the current version. */
  tipId: z.uuid().nullable(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
})
export type ImageEditRow = z.infer<typeof ImageEditRow>

const nothingAsked = {
  userId: null,
  parentId: null,
  tool: null,
  prompt: '',
  searchPrompt: '',
  growth: null,
  premium: false,
  mask: null,
  maskBytes: 0,
  provider: null,
  cost: 0,
  errorMessage: null,
  candidateOf: null,
  tipId: null,
  startedAt: null,
} as const

const ended = (id: string, status: 'FAILED' | 'CANCELLED', errorMessage: string): Change<ImageEditRow> => ({
  update: { status, errorMessage },
  where: { id },
})
/** The original's row stores the end of the current branch. */
const tipAt = (id: string, tipId: string): Change<ImageEditRow> => ({ update: { tipId }, where: { id } })

export const imageEditsView = view(ImageEditRow)<typeof imageEvents>({
  table: 'image_edits',
  on: {
    ImageEditRequested(request, { at: createdAt }) {
      const {
        imageId,
        editId: id,
        originalId,
        original: file,
        mask,
        userId,
        tool,
        prompt,
        searchPrompt,
        ...parameters
      } = request
      const { growth, premium, provider, cost } = parameters
      const edit: Change<ImageEditRow> = {
        put: {
          ...nothingAsked,
          id,
          imageId,
          userId,
          tool,
          prompt,
          searchPrompt,
          growth,
          premium,
          provider,
          cost,
          mask: mask?.key ?? null,
          maskBytes: mask?.size ?? 0,
          status: 'IN_QUEUE',
          file: null,
          wasShown: false,
          createdAt,
        },
      }
      if (!file) return edit
      const before = { ...nothingAsked, id: originalId, imageId, file, tipId: originalId, createdAt }
      return [{ put: { ...before, status: 'COMPLETED', wasShown: true } }, edit]
    },
    ImageEditStarted: ({ editId: id, parentId }, { at: startedAt }) => ({
      update: { status: 'IN_PROGRESS', parentId, startedAt },
      where: { id },
    }),
    ImageEditRetrying: ({ editId: id }) => ({ update: { status: 'RETRYING' }, where: { id } }),
    ImageEdited: ({ imageId, originalId, editId: id, parentId, userId, file, others }, { at: createdAt }) => [
      { update: { status: 'COMPLETED', file, wasShown: true }, where: { id } },
      ...others.map(
        (other): Change<ImageEditRow> => ({
          put: {
            ...nothingAsked,
            id: other.editId,
            imageId,
            userId,
            parentId,
            file: other.file,
            candidateOf: id,
            status: 'COMPLETED',
            wasShown: false,
            createdAt,
            tool: 'inpaint',
          },
        }),
      ),
      tipAt(originalId, id),
    ],
    ImageEditFailed: ({ editId: id, message }) => ended(id, 'FAILED', message || filteredMessage),
    ImageEditFiltered: ({ editId: id, message }) => ended(id, 'FAILED', message || filteredMessage),
    ImageEditTimedOut: ({ editId: id }) => ended(id, 'FAILED', editTimedOutMessage),
    ImageEditCancelled: ({ editId: id }) => ended(id, 'CANCELLED', ''),
    ImageEditChosen: ({ originalId, editId: id, tipId }) => [
      { update: { wasShown: true }, where: { id } },
      tipAt(originalId, tipId),
    ],
    ImagePurged: ({ imageId }) => ({ remove: { imageId } }),
    ImageEditsMoved: ({ editIds, texts }) =>
      editIds.map((id, n): Change<ImageEditRow> => {
        const [prompt = '', searchPrompt = ''] = texts.slice(2 * n)
        return { update: { prompt, searchPrompt }, where: { id } }
      }),
  },
})
