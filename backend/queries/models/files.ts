import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { enjoys } from '#domain/entitlements.ts'
import type { ModelFile } from '#domain/model-words.ts'
import { thumbnailWidths } from '#domain/thumbnail-widths.ts'
import { type ModelRow, modelFileUri, modelPreviewUri } from '#projections/models.ts'
import { sessionOf } from '../../http/act.ts'
import { attachment } from '../../http/attachment.ts'
import type { Deps } from '../../http/deps.ts'
import { reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { maySeeModel } from '../../policies/models.ts'
import { thumbnailKey } from '../../providers/rendered-keys.ts'
import { thumbnail } from '../../providers/uploaded-image.ts'
import { renderedFiles } from '../images/rendered-files.ts'
import { loadEntitlements } from '../users/standing.ts'

type Files = Pick<ModelRow, 'name' | 'glb' | 'preview' | 'stl' | 'threeMf' | 'obj' | 'modelUri' | 'renderedImageUri'>

const columns = 'name, glb, preview, stl, "threeMf", obj, "modelUri", "renderedImageUri"'
const immutable = 'private, max-age=31536000, immutable'

export const modelFileQueries = ({ pool, files, limits }: Deps): FastifyPluginAsyncZod => {
  const once = renderedFiles(files)
  const rowOf = async (id: string): Promise<Files> => {
    const [row] = await reading(pool)<Files>(`select ${columns} from models where id = $1`, [id])
    if (!row) throw new Rejection('no_such_model')
    return row
  }
  const fileFor = ({ glb, stl, threeMf, obj }: Files, format: 'glb' | 'stl' | '3mf' | 'obj'): ModelFile => {
    if (!glb) throw new Rejection('model_not_ready')
    if (format === 'glb') return glb
    const converted = { stl, '3mf': threeMf, obj }[format]
    if (!converted?.file) throw new Rejection('conversion_missing')
    return converted.file
  }

  return async (app) => {
    const config = { policy: maySeeModel, rateLimit: { max: limits.files, timeWindow: 60_000, groupId: 'files' } }
    const version = z.object({ id: uuid(), version: uuid() })

    app.get('/models/:id/file/:version', { config, schema: { params: version } }, async (request, reply) => {
      const { id, version } = request.params
      const { glb, modelUri } = await rowOf(id)
      if (!glb || modelUri !== modelFileUri(id, version)) throw new Rejection('no_such_model')
      return reply
        .type(glb.mime)
        .header('cache-control', immutable)
        .header('content-length', glb.size)
        .send(await files.stream(glb.key))
    })

    const shown = { params: version, querystring: z.object({ w: z.enum(thumbnailWidths).optional() }) }
    app.get('/models/:id/preview/:version', { config, schema: shown }, async (request, reply) => {
      const { id, version } = request.params
      const { w } = request.query
      const { preview, renderedImageUri } = await rowOf(id)
      if (!preview || renderedImageUri !== modelPreviewUri(id, version)) throw new Rejection('no_such_model')
      void reply.header('cache-control', immutable)
      if (w === undefined)
        return reply
          .type(preview.mime)
          .header('content-length', preview.size)
          .send(await files.stream(preview.key))
      const small = () => files.get(preview.key).then((bytes) => thumbnail(bytes, Number(w)))
      return reply.type('image/webp').send(await once.bytes(thumbnailKey(id, version, w), 'image/webp', small))
    })

    const format = z.enum(['glb', 'stl', '3mf', 'obj']).default('glb')
    const download = { params: z.object({ id: uuid() }), querystring: z.object({ format }) }
    app.get('/models/:id/download', { config, schema: download }, async (request, reply) => {
      const { format } = request.query
      const standing = await loadEntitlements(reading(pool), sessionOf(request).userId)
      if (format !== 'glb' && !enjoys(standing, 'downloadStl', standing.now)) throw new Rejection('stl_needs_plan')
      const row = await rowOf(request.params.id)
      const { key, mime, size } = fileFor(row, format)
      return reply
        .type(mime)
        .header('content-length', size)
        .header('cache-control', 'private, no-store')
        .header('content-disposition', attachment(`${row.name ?? 'model'}.${format}`))
        .send(await files.stream(key))
    })
  }
}
