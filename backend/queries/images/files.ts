import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import sharp, { type Sharp } from 'sharp'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { beginningOf, type ImageFile } from '#domain/image-sizes.ts'
import { imageEvents } from '#domain/images.ts'
import { thumbnailWidths } from '#domain/thumbnail-widths.ts'
import { upcast } from '#domain/upcasters.ts'
import type { ImageEditRow } from '#projections/image-edits.ts'
import type { ImageRow } from '#projections/images.ts'
import { sessionOf } from '../../http/act.ts'
import { attachment } from '../../http/attachment.ts'
import type { Deps } from '../../http/deps.ts'
import { mayEditBy, maySeeImage } from '../../http/policy.ts'
import { reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import {
  type DownloadFormat,
  downloadFormats,
  downloadKey,
  thumbnailKey,
  tokenKey,
} from '../../providers/rendered-keys.ts'
import { drawToken } from '../../providers/token.ts'
import { thumbnail } from '../../providers/uploaded-image.ts'
import { renderedFiles } from './rendered-files.ts'

/** The picture's name, or else the beginning of its prompt if the viewer may read it. */
const fileName = ({ name, prompt }: Pick<ImageRow, 'name' | 'prompt'>, isEditor: boolean): string =>
  name?.replace(/\.(png|jpe?g|webp)$/i, '') || beginningOf((isEditor && prompt) || '', 72) || 'image'

const widths = z.enum(thumbnailWidths)

const encoded: Record<DownloadFormat, (picture: Sharp) => Sharp> = {
  png: (picture) => picture.png(),
  webp: (picture) => picture.webp({ quality: 90 }),
}

export const imageFileQueries = ({ pool, files, limits }: Deps): FastifyPluginAsyncZod => {
  const once = renderedFiles(files)
  const mayEdit = mayEditBy(pool)

  return async (app) => {
    const config = { policy: maySeeImage, rateLimit: { max: limits.files, timeWindow: 60_000, groupId: 'files' } }
    const params = z.object({ id: uuid(), version: uuid() })
    const one = { params, querystring: z.object({ w: widths.optional() }) }
    app.get('/images/:id/file/:version', { config, schema: one }, async (request, reply) => {
      const { id, version } = request.params
      const { w } = request.query
      const file = await readFile(pool, { userId: sessionOf(request).userId, id, version })
      void reply.header('cache-control', 'private, max-age=31536000, immutable')
      if (w === undefined)
        return reply
          .type(file.mime)
          .header('content-length', file.size)
          .send(await files.stream(file.key))
      const small = () => files.get(file.key).then((bytes) => thumbnail(bytes, Number(w)))
      return reply.type('image/webp').send(await once.bytes(thumbnailKey(id, version, w), 'image/webp', small))
    })

    const token = z.object({ id: uuid(), token: uuid() })
    app.get('/images/:id/token/:token', { config, schema: { params: token } }, async (request, reply) => {
      const { id, token } = request.params
      const { file, dye: campaignColour, ...look } = await readToken(pool, id, token)
      const draw = async () => drawToken(await files.get(file.key), look, campaignColour)
      void reply.header('cache-control', 'private, max-age=31536000, immutable')
      return reply.type('image/png').send(await once.bytes(tokenKey(id, token), 'image/png', draw))
    })

    const format = z.enum(downloadFormats).default('png')
    const download = { params: z.object({ id: uuid() }), querystring: z.object({ format }) }
    app.get('/images/:id/download', { config, schema: download }, async (request, reply) => {
      const { id } = request.params
      const { format } = request.query
      const mime = `image/${format}` as const
      const { file, ...called } = await readImage(pool, id)
      const version = called.edits.at(-1)?.id
      const isEditor = await mayEdit(sessionOf(request).userId, id)
      if (!file || !version) throw new Rejection('image_not_ready')
      const converted = async () => encoded[format](sharp(await files.get(file.key))).toBuffer()
      const { size, stream } =
        file.mime === mime
          ? { size: file.size, stream: await files.stream(file.key) }
          : await once.stream(downloadKey(id, version, format), mime, converted)
      return reply
        .type(mime)
        .header('content-length', size)
        .header('cache-control', 'private, no-store')
        .header('content-disposition', attachment(`${fileName(called, isEditor)}.${format}`))
        .send(stream)
    })
  }
}

const readImage = async (pool: Deps['pool'], id: string) => {
  const [row] = await reading(pool)<Pick<ImageRow, 'name' | 'prompt' | 'file' | 'edits'>>(
    'select name, prompt, file, edits from images where id = $1',
    [id],
  )
  if (!row) throw new Rejection('image_not_found')
  return row
}

/** Returns a version's file. The current version is for all viewers of the picture; others and candidates are for its editors only. */
const readFile = async (
  pool: Deps['pool'],
  { userId, id, version }: { userId: string; id: string; version: string },
): Promise<ImageFile> => {
  const { file, edits } = await readImage(pool, id)
  if (file && edits.at(-1)?.id === version) return file
  const [other] = await reading(pool)<Pick<ImageEditRow, 'file'>>(
    'select file from image_edits where id = $1 and "imageId" = $2',
    [version, id],
  )
  if (!other?.file || !(await mayEditBy(pool)(userId, id))) throw new Rejection('image_not_found')
  return other.file
}

/** Reads a token from its event in the feed. */
const readToken = async (pool: Deps['pool'], id: string, token: string) => {
  const [event] = await reading(pool)<{ type: string; data: unknown }>(
    `select type, data from feed where item = $1 and type = 'ImageTokenMade' and data->>'tokenId' = $2 limit 1`,
    [id, token],
  )
  if (!event) throw new Rejection('image_not_found')
  return imageEvents.ImageTokenMade.parse(upcast(event).data)
}
