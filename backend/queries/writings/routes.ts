import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Viewer } from '#domain/access.ts'
import { Rejection } from '#domain/decider.ts'
import type { GenerationRow } from '#projections/generations.ts'
import { WritingAnswer, WritingReceipts } from '#projections/writing-answers.ts'
import type { WritingRow } from '#projections/writings.ts'
import { generatedSegmentId } from '../../commands/generated-segment-id.ts'
import type { Deps } from '../../http/deps.ts'
import { param } from '../../http/policy.ts'
import { type Read, snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { maySeeConjuration } from '../../policies/items.ts'
import { mayReadWriting } from '../../policies/writings.ts'
import { visible, visibleTo } from '../visible.ts'
import { type Receivable, receiptsOf } from './receipts.ts'

type GeneratedRow = Pick<
  GenerationRow,
  'id' | 'texts' | 'madeBy' | 'model' | 'inputTokens' | 'outputTokens' | 'cost' | 'used' | 'omitted' | 'requestedAt'
> & { provider: string; writtenAt: string; username: string }

/** Receipts of lore generated from a template: one for each of its texts that the viewer still sees. */
const generatedTexts = async (read: Read, viewer: Viewer, conjurationId: string): Promise<Receivable[]> => {
  const rows = await read<GeneratedRow>(
    `select g.*, '' as provider, coalesce(u.name, '') as username
       from generations g left join auth."user" u on u.id = g."userId"::text
      where g."conjurationId" = $1 and g."writtenAt" is not null`,
    [conjurationId],
  )
  if (rows.length === 0) return []
  const seen = await read<{ id: string }>(
    `select s.id from segments s join access a on a.id = s.id
      where s."conjurationId" = @conjurationId and s."deletedAt" is null and ${visible}`,
    { ...visibleTo(viewer), conjurationId },
  )
  return rows.flatMap(({ texts, writtenAt: finishedAt, requestedAt: createdAt, ...row }) =>
    texts.flatMap((_text, n) => {
      const segmentId = generatedSegmentId(row.id, n)
      return seen.some(({ id }) => id === segmentId) ? { ...row, segmentId, finishedAt, createdAt } : []
    }),
  )
}

const params = z.object({ id: uuid() })
/** Maximum of listed receipts of a page, the latest. */
const mostReceipts = 50

type Row = WritingRow & { username: string }
const found = `select w.*, coalesce(u.name, '') as username from writings w left join auth."user" u on u.id = w."userId"::text`

export const writingQueries =
  ({ pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const one = { params, response: { 200: WritingAnswer } }
    app.get('/writings/:id', { config: { policy: mayReadWriting(param('id')) }, schema: one }, (request, reply) =>
      snapshot(pool, reply, async (read, viewer) => {
        const [row] = await read<Row>(`${found} where w.id = $1`, [request.params.id])
        if (!row) throw new Rejection('writing_not_found')
        const [receipt = null] = row.status === 'FINISHED' ? await receiptsOf(read, viewer, [row]) : []
        const { id, status, text, message } = row
        return { id, status, text, message, receipt }
      }),
    )

    const list = { params, response: { 200: WritingReceipts } }
    const seeing = { policy: maySeeConjuration(param('id')) }
    app.get('/conjurations/:id/writings', { config: seeing, schema: list }, (request, reply) =>
      snapshot(pool, reply, async (read, viewer) => {
        const rows = await read<Row>(
          `${found} join segments s on s.id = w."segmentId" and s."deletedAt" is null join access a on a.id = s.id
            where s."conjurationId" = @id and w."insertedAt" is not null and ${visible}
            order by w."insertedAt" desc limit ${mostReceipts}`,
          { ...visibleTo(viewer), id: request.params.id },
        )
        const written = [...rows, ...(await generatedTexts(read, viewer, request.params.id))]
        const data = await receiptsOf(read, viewer, written)
        return { data, total: data.length }
      }),
    )
  }
