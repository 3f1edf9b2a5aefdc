import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { Gallery, ImageDetail, type ImageItem } from '#projections/image-answers.ts'
import type { Deps } from '../../http/deps.ts'
import { maySeeImage, memberOf, query } from '../../http/policy.ts'
import { snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import type { Images } from '../../providers/images.ts'
import { findModel } from '../../providers/known-models.ts'
import { contains, Page, Typed } from '../page.ts'
import { editable, unseen, visible, visibleIn, visibleTo } from '../visible.ts'
import { imageColumns, imageMatches } from './columns.ts'
import { editingOf } from './editing.ts'

const Filters = Page(50).extend({
  campaignId: uuid(),
  search: Typed,
  /** A month in UTC. */
  date: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'date must be a month such as 2026-01')
    .refine((month) => !month.startsWith('0000'), 'There is no year 0')
    .optional(),
  primary: z.stringbool().optional(),
  type: z.enum(['IMAGE', 'MAP']).optional(),
})

type Filter = 'search' | 'primary' | 'type'
/** Only the requested filters are part of the statement: a cached plan cannot drop a condition. */
const filters: Record<Filter, string> = {
  search: imageMatches,
  primary: 'i."primary" = @primary',
  type: 'i.type = @type',
}
const wanted = (given: readonly Filter[]) =>
  ['i."deletedAt" is null and i."campaignId" = @campaignId', ...given.map((name) => filters[name])].join(' and ')
const gallery = `select ${imageColumns} from images i join access a on a.id = i.id where ${visible}`
/** Returns the picture's model; one that is no longer offered has the name that was recorded with the picture. */
const modelOf = ({ modelId: id, modelName }: ImageItem, images: Images): ImageDetail['imageModel'] => {
  if (id === null) return null
  const { name, description } = findModel(images, id) ?? { name: modelName ?? '', description: '' }
  return { id, name, description }
}

const newestFirst = 'order by i."createdAt" desc, i.id desc limit @limit offset @offset'
const months = (pictures: string) => `select to_char(month, 'YYYY-MM') as month, count from (
    select date_trunc('month', i."createdAt" at time zone 'UTC') as month, count(*) as count
      from images i where ${pictures} and i.id not in (${unseen}) group by 1) counted
  order by 1 desc`
const inMonth = `i."createdAt" >= (@date || '-01')::timestamp at time zone 'UTC'
  and i."createdAt" < ((@date || '-01')::timestamp + interval '1 month') at time zone 'UTC'`

export const imageQueries =
  ({ pool, images }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const list = { querystring: Filters, response: { 200: Gallery } }
    const campaign = query('campaignId')
    const config = { policy: memberOf(campaign), cachedFor: campaign }
    app.get('/images/gallery', { config, schema: list }, (request, reply) =>
      snapshot(
        pool,
        reply,
        async (read, viewer) => {
          const { campaignId, date, limit, offset, ...filter } = request.query
          const given = (Object.keys(filters) as Filter[]).filter(
            (name) => filter[name] !== undefined && filter[name] !== '',
          )
          const pictures = wanted(given)
          const values = { ...visibleIn(viewer, campaignId), ...filter, search: contains(filter.search) }
          const [images, counts] = await Promise.all([
            read<ImageItem>(`${gallery} and ${pictures} ${date === undefined ? '' : `and ${inMonth}`} ${newestFirst}`, {
              ...values,
              date,
              limit,
              offset,
            }),
            read<{ month: string; count: number }>(months(pictures), values),
          ])
          const counted = date === undefined ? counts : counts.filter((each) => each.month === date)
          return { images, months: counts, total: counted.reduce((sum, { count }) => sum + count, 0) }
        },
        { planned: 'once', atOnce: true },
      ),
    )

    const params = z.object({ id: uuid() })
    const one = { params, response: { 200: ImageDetail } }
    app.get('/images/:id', { config: { policy: maySeeImage }, schema: one }, (request, reply) =>
      snapshot(pool, reply, async (read, viewer) => {
        const [found] = await read<ImageItem & { username: string; mayEdit: boolean }>(
          `select ${imageColumns}, coalesce(u.name, '') as username, ${editable} as "mayEdit"
             from images i join access a on a.id = i.id left join auth."user" u on u.id = i."userId"::text
             where i.id = @imageId`,
          { ...visibleTo(viewer), imageId: request.params.id },
        )
        if (!found) throw new Rejection('image_not_found')
        const { mayEdit, ...row } = found
        const editing = mayEdit ? await editingOf(read, row) : {}
        return { ...row, ...editing, error: row.errorMessage, imageModel: modelOf(row, images) }
      }),
    )
  }
