import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { ExportAnswer as Answer, type ExportAnswer, ExportList } from '#domain/export-answers.ts'
import type { ExportRow } from '#projections/exports.ts'
import { fileOf, nameOf } from '../../audit/statements/file.ts'
import { mimes } from '../../audit/statements/write.ts'
import { sessionOf } from '../../http/act.ts'
import { attachment } from '../../http/attachment.ts'
import type { Deps } from '../../http/deps.ts'
import { auditor } from '../../http/policy.ts'
import { type Read, reading, snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { Page } from '../page.ts'

const columns = Object.keys(Answer.shape)
  .filter((column) => column !== 'accountName')
  .map((column) => `e."${column}"`)
const select = `select ${columns}, e.signature, coalesce(u.name, '') as "accountName"
  from exports e left join auth."user" u on u.id = e."accountId"::text`
type Row = ExportAnswer & Pick<ExportRow, 'signature'>

const answer = ({ signature: _signature, ...row }: Row): ExportAnswer => row

/** Reads the requester's own export; others' exports do not exist for them. */
const own = async (read: Read, id: string, userId: string): Promise<Row> => {
  const [row] = await read<Row>(`${select} where e.id = $1 and e."userId" = $2`, [id, userId])
  if (!row) throw new Rejection('export_not_found')
  return row
}

/** Reads an export whose file is available. */
const ready = async (read: Read, id: string, userId: string): Promise<Row> => {
  const row = await own(read, id, userId)
  if (row.status === 'expired') throw new Rejection('export_expired')
  if (row.status !== 'ready') throw new Rejection('export_not_ready')
  return row
}

/** The requester's statements: their progress, their files, and the signatures. */
export const exportQueries =
  ({ pool, files }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const config = { policy: auditor }
    const list = { querystring: Page(25), response: { 200: ExportList } }
    app.get('/audit/exports', { config, schema: list }, (request, reply) =>
      snapshot(pool, reply, async (read, { userId }) => {
        const { limit, offset } = request.query
        const rows = await read<Row>(
          `${select} where e."userId" = $1 order by e."createdAt" desc, e.id limit $2 offset $3`,
          [userId, limit, offset],
        )
        const [count] = await read<{ total: number }>('select count(*) as total from exports where "userId" = $1', [
          userId,
        ])
        return { data: rows.map(answer), total: count?.total ?? 0 }
      }),
    )

    const params = z.object({ id: uuid() })
    const one = { params, response: { 200: Answer } }
    app.get('/audit/exports/:id', { config, schema: one }, (request, reply) =>
      snapshot(pool, reply, async (read, { userId }) => answer(await own(read, request.params.id, userId))),
    )

    app.get('/audit/exports/:id/file', { config, schema: { params } }, async (request, reply) => {
      const row = await ready(reading(pool), request.params.id, sessionOf(request).userId)
      return reply
        .type(mimes[row.format])
        .header('content-length', row.bytes ?? 0)
        .header('cache-control', 'private, no-store')
        .header('content-disposition', attachment(nameOf(row)))
        .send(await files.stream(fileOf(row.id, row.format)))
    })

    // Sends the 64 bytes without encoding, as `openssl pkeyutl -verify -rawin` requires.
    app.get('/audit/exports/:id/signature', { config, schema: { params } }, async (request, reply) => {
      const row = await ready(reading(pool), request.params.id, sessionOf(request).userId)
      return reply
        .type('application/octet-stream')
        .header('cache-control', 'private, no-store')
        .header('content-disposition', attachment(`${nameOf(row)}.sig`))
        .send(Buffer.from(row.signature ?? '', 'base64'))
    })
  }
