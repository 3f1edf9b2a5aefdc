import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { may, templateLimit } from '#domain/entitlements.ts'
import { trashDays } from '#domain/trash.ts'
import { Template, TemplateLimits, TemplateList, TemplateStats, TemplateTrash } from '#projections/template-answers.ts'
import { sessionOf } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { param, signedIn } from '../../http/policy.ts'
import { snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { maySeeTemplate } from '../../policies/templates.ts'
import { contains, Page, Sought, Typed } from '../page.ts'
import { loadEntitlements } from '../users/standing.ts'
import { answered, countOwn, joined, libraryOf, visibleTemplate, visibleTemplates } from './visible.ts'

const sortedBy = {
  createdAt: 's."createdAt"',
  updatedAt: 's."updatedAt"',
  name: 'lower(s.name)',
  usageCount: 'coalesce(u."usageCount", 0)',
  lastUsedAt: 'u."lastUsedAt"',
} as const
const orders = { asc: 'asc nulls last', desc: 'desc nulls last' } as const

const Tags = Sought(1000)
  .default('')
  .transform((tags) => [...new Set(tags.split(',').map((tag) => tag.trim().toLowerCase()))].filter(Boolean))
  .refine((tags) => tags.length <= 10, 'At most 10 tags at once')

const Filters = Page(25, 500).extend({
  search: Typed,
  tags: Tags,
  sortBy: z.enum(Object.keys(sortedBy) as [keyof typeof sortedBy]).default('createdAt'),
  sortOrder: z.enum(['asc', 'desc']).default('desc'),
})

const hasAllTags = `not exists (select from unnest(@tags::text[]) wanted
  where not exists (select from jsonb_array_elements_text(s.tags) tag where lower(tag) = wanted))`
const found = `(s.name ilike @search or s.description ilike @search) and ${hasAllTags}`

/** Serves the library of templates: the user's own first, then those of other users and of the product. */
export const templateQueries =
  ({ pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const list = { querystring: Filters, response: { 200: TemplateList } }
    app.get('/templates', { config: { policy: signedIn }, schema: list }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const { sortBy, sortOrder, search, ...filter } = request.query
        const values = { ...(await libraryOf(read, sessionOf(request).userId)), ...filter, search: contains(search) }
        const [counted] = await read<{ total: number }>(
          `select count(*) as total from (${visibleTemplates}) s where ${found}`,
          values,
        )
        const templates = await read<Template>(
          `select ${answered} from (${visibleTemplates}) s ${joined} where ${found}
            order by s."userId" = @userId desc, ${sortedBy[sortBy]} ${orders[sortOrder]}, s.id limit @limit offset @offset`,
          values,
        )
        return { templates, total: counted?.total ?? 0 }
      }),
    )

    const limits = { response: { 200: TemplateLimits } }
    app.get('/templates/limits', { config: { policy: signedIn }, schema: limits }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const { userId } = sessionOf(request)
        const entitlements = await loadEntitlements(read, userId)
        const count = await countOwn(read, userId)
        const limit = templateLimit(entitlements, entitlements.now)
        const canModify = may(entitlements, 'templates', entitlements.now)
        return { count, limit, canCreate: canModify && (limit === null || count < limit), canModify }
      }),
    )

    const stats = { response: { 200: TemplateStats } }
    app.get('/templates/stats', { config: { policy: signedIn }, schema: stats }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const [own] = await read<TemplateStats>(
          `select count(*) as templates, coalesce(sum(u."usageCount"), 0)::int as uses, max(u."lastUsedAt") as "lastUsedAt"
             from templates t left join template_uses u on u.id = t.id where t."userId" = $1 and t."deletedAt" is null`,
          [sessionOf(request).userId],
        )
        return own ?? { templates: 0, uses: 0, lastUsedAt: null }
      }),
    )

    const trash = { querystring: Page(50), response: { 200: TemplateTrash } }
    app.get('/templates/trash', { config: { policy: signedIn }, schema: trash }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const rows = await read<TemplateTrash['templates'][number] & { total: number }>(
          `select id, name, "deletedAt", count(*) over () as total from templates
            where "userId" = @userId and "deletedAt" > now() - interval '${trashDays} days'
            order by "deletedAt" desc, id limit @limit offset @offset`,
          { userId: sessionOf(request).userId, ...request.query },
        )
        return { templates: rows, total: rows[0]?.total ?? 0 }
      }),
    )

    const params = z.object({ id: uuid() })
    const one = { params, response: { 200: Template } }
    const config = { policy: maySeeTemplate(param('id')) }
    app.get('/templates/:id', { config, schema: one }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const template = await visibleTemplate(
          read,
          await libraryOf(read, sessionOf(request).userId),
          request.params.id,
        )
        if (!template) throw new Rejection('template_not_found')
        return template
      }),
    )
  }
