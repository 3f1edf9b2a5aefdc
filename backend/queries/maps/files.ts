import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import sharp from 'sharp'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { gridPath } from '#domain/grid-lines.ts'
import type { MapGrid } from '#domain/map-grid.ts'
import { can } from '#domain/rights.ts'
import type { ImageRow } from '#projections/images.ts'
import { sessionOf } from '../../http/act.ts'
import { attachment } from '../../http/attachment.ts'
import type { Deps } from '../../http/deps.ts'
import { accessTo, viewerOf } from '../../http/policy.ts'
import { reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { mayEditMap, maySeeMap, sitsAtTable } from '../../policies/maps.ts'
import { asPng } from '../../providers/fogged.ts'
import { mapWithPicture, type OpenedMap } from './opened.ts'
import { playersPictures } from './players-picture.ts'
import { dmPrints } from './print.ts'
import { tableFile } from './table-files.ts'
import { printVersion } from './versions.ts'

/** Returns a grid's lines as an SVG of this size, which is laid over a map. */
const gridSvg = (size: { width: number; height: number }, grid: MapGrid): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    <path d="${gridPath(size, grid)}" fill="none" stroke="#14110e" stroke-opacity="${grid.line / 100}" stroke-width="2"/>
  </svg>`

const FileQuery = z.object({
  format: z.enum(['png', 'webp', 'dd2vtt', 'foundry']).default('png'),
  audience: z.enum(['dm', 'players']).default('dm'),
  grid: z.stringbool().default(false),
})
type FileQuery = z.infer<typeof FileQuery>

const params = z.object({ id: uuid() })

/**
 * Serves a map's picture as players see it, its print for DMs, and the map as a file. Viewers who may not edit the map receive only
 * the revealed part.
 */
export const mapFileQueries = (deps: Deps): FastifyPluginAsyncZod => {
  const { limits } = deps
  const pictures = playersPictures(deps)
  const dmPrint = dmPrints(deps)
  const printer: Printer = { deps, pictures, dmPrint }

  return async (app) => {
    // The version only makes browsers fetch a changed picture: the response always shows the part that is revealed now.
    const picture = { params, querystring: z.object({ version: z.string().max(100).optional() }) }
    app.get(
      '/battlemaps/:id/table/picture',
      { config: { policy: sitsAtTable }, schema: picture },
      async (request, reply) => {
        const bytes = await pictures.webp(await mapWithPicture(deps, request.params.id))
        return reply.type('image/webp').header('cache-control', 'private, no-store').send(bytes)
      },
    )

    app.get('/battlemaps/:id/print', { config: { policy: mayEditMap }, schema: picture }, async (request, reply) => {
      const map = await mapWithPicture(deps, request.params.id)
      const bytes = await dmPrint(map)
      // The present print must not be cached under an outdated address.
      const isAsked = request.query.version === printVersion(map)
      const cacheControl = isAsked ? 'private, max-age=31536000, immutable' : 'private, no-store'
      return reply.type('image/png').header('cache-control', cacheControl).send(bytes)
    })

    const config = { policy: maySeeMap, rateLimit: { max: limits.files, timeWindow: 60_000, groupId: 'files' } }
    app.get(
      '/battlemaps/:id/download',
      { config, schema: { params, querystring: FileQuery } },
      async (request, reply) => {
        const { userId } = sessionOf(request)
        const { name, bytes, extension, mime } = await makeFile(printer, userId, request.params.id, request.query)
        return reply
          .type(mime)
          .header('cache-control', 'private, no-store')
          .header('content-disposition', attachment(`${name}.${extension}`))
          .send(bytes)
      },
    )
  }
}

/** Dependencies of the making of map files. */
interface Printer {
  deps: Deps
  pictures: ReturnType<typeof playersPictures>
  dmPrint: ReturnType<typeof dmPrints>
}

/**
 * Creates the requested file, with its name without the extension. Throws `only_dm_of_map` if a viewer who may not edit the map
 * requests more than the revealed part.
 */
const makeFile = async (printer: Printer, userId: string, id: string, { format, audience, grid }: FileQuery) => {
  const { deps } = printer
  const access = await accessTo(deps.pool, id)
  const isTheirs = access && can(await viewerOf(deps.pool, userId), 'edit', access)
  if (audience === 'dm' && !isTheirs) throw new Rejection('only_dm_of_map')
  const map = await mapWithPicture(deps, id)
  const given = await readName(deps.pool, id)
  const file =
    format === 'dd2vtt' || format === 'foundry'
      ? await tableFile(deps, map, given, format, audience)
      : await drawPicture(printer, map, { format, audience, grid })
  const name = isTheirs ? `${given ?? 'Untitled Map'}${audience === 'players' ? ' (players)' : ''}` : 'Map'
  return { ...file, name }
}

const readName = async (pool: Deps['pool'], id: string): Promise<string | undefined> => {
  const [row] = await reading(pool)<Pick<ImageRow, 'name'>>('select name from images where id = $1', [id])
  return row?.name || undefined
}

const drawPicture = async (
  { pictures, dmPrint }: Printer,
  map: OpenedMap,
  { format, audience, grid }: Pick<FileQuery, 'audience' | 'grid'> & { format: 'png' | 'webp' },
) => {
  const whole = audience === 'dm' ? await dmPrint(map) : await asPng(await pictures.pixels(map))
  const lines = grid ? [{ input: Buffer.from(gridSvg(map.file, map.grid)) }] : []
  const picture = sharp(whole).composite(lines)
  const bytes = await (format === 'png' ? picture.png() : picture.webp({ quality: 90 })).toBuffer()
  return { bytes, extension: format, mime: `image/${format}` }
}
