import { templateLimit } from '#domain/entitlements.ts'
import { productName, productUserId } from '#domain/product.ts'
import { productTemplates } from '#domain/template-catalogue.ts'
import type { Template } from '#projections/template-answers.ts'
import type { TemplateRow } from '#projections/templates.ts'
import type { Read } from '../../http/snapshot.ts'
import { loadEntitlements } from '../users/standing.ts'

/**
 * `can(…, 'seeTemplate', …)` in SQL; a test compares both rules. Templates belong to users, not to campaigns, so their visibility follows
 * from the present memberships, not from channels.
 */

/**
 * Users who share a campaign with `@userId`, computed once, so that only their templates are scanned, however many
 * there are.
 */
const companions = `select them."userId" from members me join members them on them."campaignId" = me."campaignId"
    join campaigns c on c.id = me."campaignId" and c."deletedAt" is null where me."userId" = @userId`

const columns = [
  'id',
  'userId',
  'name',
  'description',
  'tags',
  'visibility',
  'attributes',
  'createdAt',
  'updatedAt',
  'deletedAt',
  'operationId',
]
const of = (table: string) => columns.map((column) => `${table}."${column}"`).join(', ')

/** The creation date of the product's templates, which only affects sorting; users never see it. */
const released = '2026-01-01T00:00:00.000Z'
const catalogue = JSON.stringify(
  productTemplates.map(
    (template): TemplateRow => ({
      ...template,
      userId: productUserId,
      visibility: 'PUBLIC',
      createdAt: released,
      updatedAt: released,
      deletedAt: null,
      operationId: null,
    }),
  ),
)

/** All templates that `@userId` sees: their own, oldest first up to the limit of their plan; those that others offer; the product's. */
export const visibleTemplates = `
  select ${of('t')} from (select t.*, row_number() over (order by t."createdAt", t.id) as place
      from templates t where t."userId" = @userId and t."deletedAt" is null) t
   where @kept::int is null or t.place <= @kept::int
  union all
  select ${of('t')} from templates t where t."userId" <> @userId and t."deletedAt" is null and t.visibility = 'PUBLIC'
  union all
  select ${of('t')} from templates t where t."userId" <> @userId and t."deletedAt" is null and t.visibility = 'SHARED'
     and t."userId" in (${companions})
  union all
  select ${of('t')} from jsonb_to_recordset(@catalogue::jsonb) as t(id uuid, "userId" uuid, name text, description text, tags jsonb,
    visibility text, attributes jsonb, "createdAt" timestamptz, "updatedAt" timestamptz, "deletedAt" timestamptz, "operationId" uuid)`

/** Columns of a template `s` of `visibleTemplates` in an answer. */
export const answered = `${of('s')}, coalesce(u."usageCount", 0) as "usageCount", u."lastUsedAt",
  json_build_object('username', coalesce(p.name, case when s."userId" = '${productUserId}' then '${productName}' else '' end)) as "user"`
export const joined = `left join template_uses u on u.id = s.id left join auth."user" p on p.id = s."userId"::text`

/** A user's library within the limits of their plan. */
export interface Library {
  [name: string]: unknown
  userId: string
  /** Number of own templates that are visible, oldest first; null is all. */
  kept: number | null
  catalogue: string
}

export const libraryOf = async (read: Read, userId: string): Promise<Library> => {
  const entitlements = await loadEntitlements(read, userId)
  return { userId, catalogue, kept: templateLimit(entitlements, entitlements.now) }
}

/** A template visible to the user; undefined if there is none with this id. */
export const visibleTemplate = async (read: Read, library: Library, id: string): Promise<Template | undefined> => {
  const [template] = await read<Template>(
    `select ${answered} from (${visibleTemplates}) s ${joined} where s.id = @id`,
    {
      ...library,
      id,
    },
  )
  return template
}

/** Number of the user's templates, including those beyond the plan's limit. */
export const countOwn = async (read: Read, userId: string): Promise<number> => {
  const [own] = await read<{ count: number }>(
    'select count(*) as count from templates where "userId" = $1 and "deletedAt" is null',
    [userId],
  )
  return own?.count ?? 0
}
