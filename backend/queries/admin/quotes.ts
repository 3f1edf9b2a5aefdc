import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { quoteText } from '#domain/quote-text.ts'
import { type QuoteRequest, quotes } from '#domain/quotes.ts'
import { AdminQuotes } from '#projections/model-answers.ts'
import type { QuoteRow } from '#projections/quotes.ts'
import type { Deps } from '../../http/deps.ts'
import { admin } from '../../http/policy.ts'
import { snapshot } from '../../http/snapshot.ts'
import { Page } from '../page.ts'

type Row = QuoteRow & { username: string; modelName: string | null }

const listed = `select q.*, coalesce(u.name, '') as username, m.name as "modelName"
  from quotes q left join auth."user" u on u.id = q."userId"::text left join models m on m.id = q."modelId"
 order by q."createdAt" desc, q.id desc limit @limit offset @offset`

/** Requests for printed miniatures, newest first. Their texts are empty once their user is forgotten. */
export const quoteQueries =
  ({ pool, handler }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const list = { querystring: Page(50), response: { 200: AdminQuotes } }
    app.get('/admin/quotes', { config: { policy: admin }, schema: list }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const [rows, counts] = await Promise.all([
          read<Row>(listed, { ...request.query }),
          read<{ total: number }>('select count(*) as total from quotes'),
        ])
        const data = await Promise.all(
          rows.map(async (row) => {
            const { requests } = await handler.stateOf(quotes, row.userId)
            const asked = requests.find(({ id }) => id === row.id)?.request
            return { ...row, text: textOf(asked, row) }
          }),
        )
        return { data, total: counts[0]?.total ?? 0 }
      }),
    )
  }

const textOf = (request: QuoteRequest | undefined, { modelName }: Row): string =>
  request && request.address.firstName !== '' ? quoteText(request, { modelName }) : ''
