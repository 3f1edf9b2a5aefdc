import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Viewer } from '#domain/access.ts'
import { Rejection } from '#domain/decider.ts'
import { operationKinds } from '#domain/operations.ts'
import { Operation, OperationList } from '#projections/operation-answers.ts'
import { OperationRow } from '#projections/operations.ts'
import { sessionOf } from '../../http/act.ts'
import { skipped } from '../../http/bulk.ts'
import type { Deps } from '../../http/deps.ts'
import { param, signedIn } from '../../http/policy.ts'
import { type Read, snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { maySeeOperation } from '../../policies/items.ts'
import { visible, visibleTo } from '../visible.ts'

const columns = Object.keys(OperationRow.shape).map((column) => `o."${column}"`)

/** Progress of a running operation, counted by events of its things. Skipped things are counted only at the end. */
const done = `(select count(distinct f.item)::int from feed f
  where f."correlationId" = o.id::text and f.seq = 0 and f.type in (select jsonb_array_elements_text($2::jsonb -> o.kind)))`
const types = JSON.stringify(Object.fromEntries(Object.entries(operationKinds).map(([kind, { does }]) => [kind, does])))

type Row = OperationRow & { done: number }
const select = `select ${columns}, case when o."endedAt" is null then ${done} else o.count end as done from operations o`

const answer = (row: Row): Operation => ({
  ...row,
  skipped: row.skipped.map(skipped),
  mayUndo: operationKinds[row.kind].isUndoable && (row.status === 'RUNNING' || row.status === 'ENDED'),
})

/** Serves the progress and the outcome of operations. */
export const operationQueries =
  ({ pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const all = { response: { 200: OperationList } }
    app.get('/operations', { config: { policy: signedIn }, schema: all }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const rows = await running(read, sessionOf(request).userId)
        return { data: rows.map(answer), total: rows.length }
      }),
    )

    const params = z.object({ id: uuid() })
    const one = { params, response: { 200: Operation } }
    app.get('/operations/:id', { config: { policy: maySeeOperation(param('id')) }, schema: one }, (request, reply) =>
      snapshot(pool, reply, async (read, viewer) => {
        const [row] = await read<Row>(`${select} where o.id = $1`, [request.params.id, types])
        if (!row) throw new Rejection('operation_missing')
        return answer({ ...row, skipped: await shownOf(read, viewer, row) })
      }),
    )
  }

/**
 * The skipped things as the viewer may see them: the initiator sees all, a DM of the campaign only visible ones. The
 * count covers all.
 */
const shownOf = async (read: Read, viewer: Viewer, { userId, skipped }: Row): Promise<Row['skipped']> => {
  if (userId === viewer.userId || skipped.length === 0) return skipped
  const found = await read<{ id: string }>(`select a.id from access a where a.id = any(@ids::uuid[]) and ${visible}`, {
    ...visibleTo(viewer),
    ids: skipped.map(({ id }) => id),
  })
  const seen = new Set(found.map(({ id }) => id))
  return skipped.filter(({ id }) => seen.has(id))
}

/** The user's unfinished operations, latest first. */
const running = (read: Read, userId: string) =>
  read<Row>(
    `${select} where o."userId" = $1 and o.status in ('RUNNING', 'CANCELLED', 'UNDOING') order by o."begunAt" desc limit 20`,
    [userId, types],
  )
