import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { textOf } from '#domain/texts.ts'
import { TextHistory, TextVersion } from '#projections/text-answers.ts'
import type { Deps } from '../../http/deps.ts'
import { param } from '../../http/policy.ts'
import { type Read, snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { maySeeText } from '../../policies/texts.ts'
import { beginningOf } from './beginning.ts'
import { namesOf } from './names.ts'
import { openText } from './open-text.ts'
import { redactOps, visibleMentions } from './seen.ts'
import { sittingsOf } from './sittings.ts'
import { textAt } from './text-at.ts'

const params = z.object({ id: uuid() })
const Page = z.object({
  before: z.coerce
    .number()
    .int()
    .min(1)
    .default(2 ** 31 - 1),
  limit: z.coerce.number().int().min(1).max(100).default(25),
})
/** Requests a version by its revision, or as of a time; without either, the present one. */
const Which = z.object({
  revision: z.coerce.number().int().min(0).optional(),
  at: z.iso.datetime({ offset: true }).optional(),
})

/** Returns the last revision at or before a time. */
const revisionAt = async (read: Read, id: string, at: string): Promise<number> => {
  const [last] = await read<{ revision: number | null }>(
    `select max((data->>'revision')::int) as revision from feed
      where item = $1 and seq = 0 and type = 'TextChanged' and at <= $2`,
    [id, at],
  )
  return last?.revision ?? 0
}

/** Serves a text's sittings and versions, back to the beginning of the reader's history. */
export const textHistoryQueries =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { pool, store } = deps
    const config = { policy: maySeeText(param('id')) }

    const list = { params, querystring: Page, response: { 200: TextHistory } }
    app.get('/texts/:id/history', { config, schema: list }, (request, reply) =>
      snapshot(pool, reply, async (read, viewer) => {
        const { id } = request.params
        const { before, limit } = request.query
        const { text } = await openText(deps, id)
        const { revision: from, position } = await beginningOf(read, viewer, id, text.conjurationId)
        const rows = await sittingsOf(read, [{ id, position }], { beforeRevision: before, limit })
        const names = await namesOf(
          read,
          rows.flatMap(({ writers }) => writers),
        )
        const data = rows.map(({ textId: _text, position: _position, ...row }) => ({
          ...row,
          writers: row.writers.map((userId) => ({ userId, name: names.get(userId) ?? null })),
        }))
        const oldest = rows.length === limit ? rows.at(-1) : undefined
        return { data, next: oldest && oldest.from > from ? oldest.from + 1 : null, begins: from }
      }),
    )

    const version = { params, querystring: Which, response: { 200: TextVersion } }
    app.get('/texts/:id/version', { config, schema: version }, (request, reply) =>
      snapshot(pool, reply, async (read, viewer) => {
        const { id } = request.params
        const { at, revision: requestedRevision } = request.query
        const { text } = await openText(deps, id)
        const revision = requestedRevision ?? (at === undefined ? text.revision : await revisionAt(read, id, at))
        const begins = await beginningOf(read, viewer, id, text.conjurationId)
        if (revision < begins.revision || revision > text.revision) throw new Rejection('version_not_found')
        const written = textOf(revision === text.revision ? text : await textAt(store, id, revision))
        const seen = await visibleMentions(read, viewer, written)
        return { id, revision, ops: redactOps(written, seen), names: Object.fromEntries(seen) }
      }),
    )
  }
