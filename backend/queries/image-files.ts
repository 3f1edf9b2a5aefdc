import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import sharp from 'sharp'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { PictureFile } from '#domain/pictures.ts'
import type { ImageRow } from '#projections/images.ts'
import { attachment } from '../http/attachment.ts'
import type { Deps } from '../http/deps.ts'
import { maySeeImage } from '../http/policy.ts'
import { reading } from '../http/snapshot.ts'
import { uuid } from '../http/uuid.ts'
import { thumbnail } from '../providers/pictures.ts'
import { drawnOnce } from './drawn-once.ts'

const widths = z.enum(['320', '640'])

export const imageFileQueries = ({ pool, store, files, limits }: Deps): FastifyPluginAsyncZod => {
  const once = drawnOnce(files)
  const imageRow = async (id: string) => {
    const [row] = await reading(pool)<Pick<ImageRow, 'name' | 'file' | 'edits'>>(
      'select name, file, edits from images where id = $1',
      [id],
    )
    if (!row) throw new Rejection('image_not_found')
    return row
  }

  /** The view keeps the newest file; the event that a version is named after knows each older one. */
  const fileOf = async (id: string, version: string): Promise<PictureFile> => {
    const { file, edits } = await imageRow(id)
    if (file && edits.at(-1)?.id === version) return file
    if (!edits.some((edit) => edit.id === version)) throw new Rejection('image_not_found')
    const { events } = await store.read(`images-${id}`)
    const event = events.find((each) => each.id === version)
    return z.object({ file: PictureFile }).parse(event?.data).file
  }

  return async (app) => {
    const config = { policy: maySeeImage, rateLimit: { max: limits.files, timeWindow: 60_000, groupId: 'files' } }
    const params = z.object({ id: uuid(), version: uuid() })
    const one = { params, querystring: z.object({ w: widths.optional() }) }
    app.get('/images/:id/file/:version', { config, schema: one }, async (request, reply) => {
      const { id, version } = request.params
      const { w } = request.query
      const file = await fileOf(id, version)
      void reply.header('cache-control', 'private, max-age=31536000, immutable')
      if (w === undefined)
        return reply
          .type(file.mime)
          .header('content-length', file.size)
          .send(await files.stream(file.key))
      const small = () => files.get(file.key).then((bytes) => thumbnail(bytes, Number(w)))
      return reply.type('image/webp').send(await once(`thumbnails/${id}/${version}-${w}.webp`, 'image/webp', small))
    })

    const download = { params: z.object({ id: uuid() }) }
    app.get('/images/:id/download', { config, schema: download }, async (request, reply) => {
      const { name, file } = await imageRow(request.params.id)
      if (!file) throw new Rejection('image_not_ready')
      const bytes = await files.get(file.key)
      const png = file.mime === 'image/png' ? bytes : await sharp(bytes).png().toBuffer()
      return reply
        .type('image/png')
        .header('cache-control', 'private, no-store')
        .header('content-disposition', attachment(`${name?.replace(/\.(png|jpe?g|webp)$/i, '') || 'image'}.png`))
        .send(png)
    })
  }
}
