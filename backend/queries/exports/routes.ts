import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Viewer } from '#domain/access.ts'
import { Rejection } from '#domain/decider.ts'
import { type LoreExport, LoreExportList, LoreExportSize, LoreScope } from '#domain/lore-export-answers.ts'
import { operations } from '#domain/operations.ts'
import { fileTypeOf, isExport, maySeeStored, nameOfStored } from '../../commands/exports/see-export.ts'
import { exportKey } from '../../commands/exports/stored-export.ts'
import { sessionOf } from '../../http/act.ts'
import { attachment } from '../../http/attachment.ts'
import type { Deps } from '../../http/deps.ts'
import { inPerson, query, viewerOf } from '../../http/policy.ts'
import { type Read, reading, snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { maySeeLoreExport } from '../../policies/exports.ts'
import { type ByteRange, FileMissing } from '../../providers/files.ts'
import { canTypeset } from '../../providers/typesetter.ts'
import { exportsOf } from './list.ts'
import { contentsOf, readerOf } from './scope.ts'

const sizeOf = async (read: Read, viewer: Viewer, scope: LoreScope) => {
  const { lore, pictures } = await contentsOf(read, viewer, scope)
  return {
    pages: lore.length,
    pictures: pictures.length,
    bytes: pictures.reduce((sum, { file }) => sum + file.size, 0),
  }
}

/**
 * Returns the requested single range of a file (RFC 9110). Undefined means the whole file, also if `if-range` names
 * another file.
 */
const rangeOf = (
  { range, 'if-range': ifRange }: IncomingHttpHeaders,
  { size, etag }: { size: number; etag: string },
): ByteRange | 'unsatisfiable' | undefined => {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (ifRange !== undefined && ifRange !== etag) return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < start) return undefined
  return start >= size || start > end ? 'unsatisfiable' : { start, end }
}

/** Sends a stored export, or a range of it. */
const sendFile = async (
  files: Deps['files'],
  request: FastifyRequest,
  reply: FastifyReply,
  { id, name, type }: { id: string; name: string; type: ReturnType<typeof fileTypeOf> },
) => {
  const file = await files.stat(exportKey(id))
  if (!file) throw new Rejection('export_gone')
  const etag = `"${id}"`
  const range = rangeOf(request.headers, { size: file.size, etag })
  void reply
    .type(type.mime)
    .header('accept-ranges', 'bytes')
    .header('etag', etag)
    .header('cache-control', 'private, no-store')
    .header('content-disposition', attachment(`${name}.${type.extension}`))
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${file.size}`).send()
  const stream = await files.stream(exportKey(id), range).catch((error: unknown) => {
    throw error instanceof FileMissing ? new Rejection('export_gone') : error
  })
  if (!range) return reply.header('content-length', file.size).send(stream)
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
    .header('content-length', range.end - range.start + 1)
    .send(stream)
}

/** Serves the size that an export would have, and the requester's exports with their files. */
export const loreExportQueries =
  ({ pool, files, handler, limits }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const size = { querystring: LoreScope, response: { 200: LoreExportSize } }
    app.get('/exports/size', { config: { policy: maySeeLoreExport(query) }, schema: size }, (request, reply) =>
      snapshot(pool, reply, async (read, viewer) => {
        const scope = request.query
        const asMember = readerOf(viewer, { ...scope, isForPlayers: true })
        return {
          mine: await sizeOf(read, viewer, scope),
          players: await sizeOf(read, asMember, scope),
          canPrint: canTypeset(),
        }
      }),
    )

    /** Returns the viewer's exports, without those of which they may no longer see everything. */
    const available = async (read: Read, viewer: Viewer) => {
      const entries = await exportsOf(read, viewer.userId)
      const known = await Promise.all(
        entries.map(async (entry) => ({ entry, begun: (await handler.stateOf(operations, entry.id)).begun })),
      )
      return known.flatMap(({ entry, begun }) => (begun && maySeeStored(viewer, begun) ? [{ entry, begun }] : []))
    }

    app.get(
      '/exports',
      { config: { policy: inPerson }, schema: { response: { 200: LoreExportList } } },
      (_request, reply) =>
        snapshot(pool, reply, async (read, viewer) => {
          const found = await available(read, viewer)
          const data = await Promise.all(
            found.map(async ({ entry, begun }): Promise<LoreExport> => {
              const file = entry.status === 'ready' ? await files.stat(exportKey(entry.id)) : undefined
              const kind = entry.kind === 'export-account' ? 'account' : 'lore'
              return { ...entry, kind, name: await nameOfStored(read, viewer, begun), bytes: file?.size ?? null }
            }),
          )
          return { data, total: data.length }
        }),
    )

    const config = { policy: inPerson, rateLimit: { max: limits.files, timeWindow: 60_000, groupId: 'files' } }
    const params = z.object({ id: uuid() })
    app.get('/exports/:id/file', { config, schema: { params } }, async (request, reply) => {
      const { id } = request.params
      const viewer = await viewerOf(pool, sessionOf(request).userId)
      const { begun } = await handler.stateOf(operations, id)
      if (!isExport(begun) || begun.userId !== viewer.userId) throw new Rejection('export_not_found')
      const read = reading(pool)
      const found = (await available(read, viewer)).find(({ entry }) => entry.id === id)
      if (!found) throw new Rejection('export_gone')
      if (found.entry.status === 'running') throw new Rejection('export_not_ready')
      return sendFile(files, request, reply, {
        id,
        name: await nameOfStored(read, viewer, begun),
        type: fileTypeOf(begun),
      })
    })
  }
