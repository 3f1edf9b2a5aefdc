import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { branchesOf } from '#domain/image-branches.ts'
import { EditingOffer, type ImageEdit, type ImageEditing, type PendingEdit } from '#domain/image-edit-answers.ts'
import { editCost } from '#domain/image-edit-costs.ts'
import { EditTool } from '#domain/image-edit-tools.ts'
import type { ImageItem } from '#projections/image-answers.ts'
import type { ImageEditRow } from '#projections/image-edits.ts'
import { uriOf } from '#projections/images.ts'
import type { Deps } from '../../http/deps.ts'
import { mayEditImage, signedIn } from '../../http/policy.ts'
import { type Read, reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import type { ImageEdits } from '../../providers/image-edits.ts'

type Named = ImageEditRow & { username: string }

const rowsOf = `select e.*, coalesce(u.name, '') as username
  from image_edits e left join auth."user" u on u.id = e."userId"::text where e."imageId" = $1 order by e."createdAt", e.id`

const maskUri = (imageId: string, editId: string) => `/api/images/${imageId}/edits/${editId}/mask`

type Shown = Pick<ImageItem, 'id' | 'userId' | 'edits' | 'createdAt'> & {
  username: string
  width: number
  height: number
}

const noWords = { prompt: '', searchPrompt: '', premium: false, growth: null, maskUri: null, provider: null, cost: 0 }

/** The parameters of a requested edit; candidates share those of their request. */
const parametersOf = (row: Named, request: Named, image: Shown) => ({
  prompt: request.prompt,
  searchPrompt: request.searchPrompt,
  premium: request.premium,
  growth: request.growth,
  maskUri: request.mask === null ? null : maskUri(image.id, request.id),
  provider: request.provider,
  cost: row.cost,
  createdAt: row.tool === null ? image.createdAt : row.createdAt,
  by: { id: row.userId ?? image.userId, username: row.userId === null ? image.username : row.username },
})

/** Returns the edits of a picture that was never edited: it is its own original. */
const neverEdited = (image: Shown): ImageEditing => {
  const [shown] = image.edits
  const { width, height, userId, username, createdAt } = image
  const by = { id: userId, username }
  const original = { width, height, parentId: null, tool: null, ...noWords, createdAt, by }
  return {
    edits: shown ? [{ ...shown, ...original }] : [],
    branches: [],
    currentEditId: shown?.id ?? null,
    pendingEdits: [],
    candidates: [],
  }
}

/** Returns a picture's edits, for viewers who may edit it. */
export const editingOf = async (read: Read, image: Shown): Promise<ImageEditing> => {
  const rows = await read<Named>(rowsOf, [image.id])
  const tipId = rows.find(({ tool }) => tool === null)?.tipId
  if (!tipId) return neverEdited(image)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const currentEditId = image.edits[0]?.id ?? null
  const editOf = (id: string): ImageEdit[] => {
    const row = byId.get(id)
    if (!row?.file) return []
    const { parentId, tool, file, candidateOf } = row
    const request = parametersOf(row, byId.get(candidateOf ?? id) ?? row, image)
    return [{ id, uri: uriOf(image.id, id), width: file.width, height: file.height, parentId, tool, ...request }]
  }
  const made = rows.filter(({ file, wasShown }) => file !== null && wasShown)
  const { current, others } = branchesOf(made, tipId)
  const chosenFrom = byId.get(currentEditId ?? '')?.candidateOf ?? currentEditId
  const candidates = rows.filter(({ id, candidateOf }) => candidateOf === chosenFrom || id === chosenFrom)
  return {
    edits: current.flatMap(editOf),
    branches: others.map((branch) => branch.flatMap(editOf)),
    currentEditId,
    pendingEdits: rows.flatMap((row) => pendingOf(row, image)),
    candidates: candidates.length > 1 ? candidates.map(({ id }) => ({ id, uri: uriOf(image.id, id) })) : [],
  }
}

const pendingOf = (row: Named, image: Shown): PendingEdit[] => {
  const { id, tool, status, startedAt } = row
  if (tool === null) return []
  if (status !== 'IN_QUEUE' && status !== 'IN_PROGRESS' && status !== 'RETRYING') return []
  return [{ id, tool, status, startedAt, ...parametersOf(row, row, image) }]
}

/** Each tool with all of its providers, in order of preference. */
const offerOf = (editors: readonly ImageEdits[]): EditingOffer => ({
  tools: EditTool.options.flatMap((tool) =>
    editors
      .filter(({ tools }) => tools.includes(tool))
      .map((editor) => ({
        tool,
        source: editor.source,
        provider: editor.name,
        cost: editCost(editor, tool, false),
        premiumCost: tool === 'inpaint' && editor.premiumPrice !== undefined ? editor.premiumPrice : null,
      })),
  ),
})

export const editingQueries = ({ pool, files, imageEdits, limits }: Deps): FastifyPluginAsyncZod => {
  const offer = offerOf(imageEdits)
  return async (app) => {
    const offered = { response: { 200: EditingOffer } }
    app.get('/images/editing', { config: { policy: signedIn }, schema: offered }, async () => offer)

    const params = z.object({ id: uuid(), editId: uuid() })
    const config = { policy: mayEditImage, rateLimit: { max: limits.files, timeWindow: 60_000, groupId: 'files' } }
    app.get('/images/:id/edits/:editId/mask', { config, schema: { params } }, async (request, reply) => {
      const { id, editId } = request.params
      const [row] = await reading(pool)<Pick<ImageEditRow, 'mask'>>(
        'select mask from image_edits where id = $1 and "imageId" = $2',
        [editId, id],
      )
      if (!row?.mask) throw new Rejection('edit_not_found')
      void reply.header('cache-control', 'private, max-age=31536000, immutable')
      return reply.type('image/png').send(await files.stream(row.mask))
    })
  }
}
