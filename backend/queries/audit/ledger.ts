import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { CreditSource } from '#domain/credit-events.ts'
import { Rejection } from '#domain/decider.ts'
import {
  CurveAnswer,
  Figure,
  LedgerAnswer,
  type LedgerEntry,
  PaymentsAnswer,
  SumsAnswer,
  SumsBy,
  TraceAnswer,
} from '#domain/ledger-answers.ts'
import { amountsAfter, curveOf, isCounted, pageAround } from '#domain/ledger-pages.ts'
import { paymentsOf } from '#domain/ledger-payments.ts'
import { sumsOf } from '#domain/ledger-sums.ts'
import { traceOf } from '#domain/ledger-trace.ts'
import { withLinks } from '../../audit/chain/with-links.ts'
import { moneyMonths, moneyOf } from '../../audit/statements/money.ts'
import { paidIds } from '../../commands/paid-ids.ts'
import type { Deps } from '../../http/deps.ts'
import { lookedAt, param } from '../../http/policy.ts'
import { reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { entriesIn, entryAt, Period } from './moment.ts'
import { MomentQuery } from './moment-query.ts'
import { allIn, ledgerReader } from './recorded.ts'

const number = z.coerce.number().int().min(1).max(1e9).optional()
const Counted = {
  figure: Figure.optional(),
  source: CreditSource.optional(),
  purpose: z.string().max(40).optional(),
  month: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .optional(),
}

/** Returns the time of the last of a number of entries, and its position unless one is given. */
const momentOf = (entries: readonly LedgerEntry[], entry: number, position?: string) => {
  const last = entries[entry - 1]
  return { position: position ?? last?.position ?? '0', at: last?.at ?? new Date(0).toISOString() }
}

/**
 * The credits of an account: its ledger, its curve, related entries, its sums, and the comparison with its payments.
 */
export const ledgerQueries =
  ({ pool, store, now }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const config = { policy: lookedAt(param('id')) }
    const params = z.object({ id: uuid() })
    const accountOf = ledgerReader(store)
    const read = reading(pool)

    const ledger = {
      params,
      querystring: z.object({
        ...MomentQuery.shape,
        ...Period,
        ...Counted,
        before: number,
        after: number,
        limit: z.coerce.number().int().min(1).max(500).default(50),
      }),
      response: { 200: LedgerAnswer },
    }
    app.get('/audit/accounts/:id/ledger', { config, schema: ledger }, async ({ params: { id }, query }) => {
      const { entries } = (await accountOf(id)).ledger
      const entry = await entryAt(read, entries, query)
      const period = await entriesIn(read, entries, query)
      const meant = entries.slice(period.from, period.to).filter((each) => isCounted(each, query))
      return {
        ...momentOf(entries, entry, query.position),
        entry,
        total: entries.length,
        matching: meant.length,
        now: amountsAfter(entries, entry),
        entries: await withLinks(pool, `credits-${id}`, pageAround(meant, { ...query, entry })),
      }
    })

    const curve = { params, querystring: z.object(Period), response: { 200: CurveAnswer } }
    app.get('/audit/accounts/:id/curve', { config, schema: curve }, async ({ params: { id }, query }) => {
      const { entries } = (await accountOf(id)).ledger
      const { from, to } = await entriesIn(read, entries, query)
      return {
        from: query.from ?? null,
        to: query.to ?? null,
        opening: amountsAfter(entries, from),
        total: to - from,
        steps: curveOf(entries.slice(from, to)),
      }
    })

    const trace = {
      params,
      querystring: z.object({ ...MomentQuery.shape, of: z.string().min(1).max(100) }),
      response: { 200: TraceAnswer },
    }
    app.get('/audit/accounts/:id/trace', { config, schema: trace }, async ({ params: { id }, query }) => {
      const { entries } = (await accountOf(id)).ledger
      const entry = await entryAt(read, entries, query)
      const found = traceOf(entries.slice(0, entry), query.of)
      if (!found) throw new Rejection('event_not_found')
      return { ...found, position: momentOf(entries, entry, query.position).position }
    })

    const sums = {
      params,
      querystring: z.object({ ...Period, by: SumsBy.default('period') }),
      response: { 200: SumsAnswer },
    }
    app.get('/audit/accounts/:id/sums', { config, schema: sums }, async ({ params: { id }, query }) => {
      const { events, ledger } = await accountOf(id)
      const period = await entriesIn(read, ledger.entries, query)
      const through = query.to ?? new Date(now()).toISOString()
      const lines = await moneyOf(read, id, { from: query.from ?? null, through })
      return {
        from: query.from ?? null,
        to: query.to ?? null,
        ...sumsOf(events, { ...period, by: query.by }),
        money: moneyMonths(lines),
      }
    })

    const payments = { params, querystring: MomentQuery, response: { 200: PaymentsAnswer } }
    app.get('/audit/accounts/:id/payments', { config, schema: payments }, async ({ params: { id }, query }) => {
      const billed = await allIn(store, `billing-${id}`)
      const { entries } = (await accountOf(id)).ledger
      const past = entries.slice(0, await entryAt(read, entries, query))
      const paid = billed.slice(0, await entryAt(read, billed, query))
      const latest = [paid.at(-1), past.at(-1)].filter((one) => one !== undefined)
      const last = latest.toSorted((one, other) => Number(BigInt(other.position) - BigInt(one.position)))[0]
      const position = query.position ?? last?.position ?? '0'
      return { position, at: last?.at ?? new Date(0).toISOString(), ...paymentsOf(paid, past, paidIds) }
    })
  }
