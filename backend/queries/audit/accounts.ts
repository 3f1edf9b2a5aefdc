import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { visibleFieldsOf, withoutAddresses } from '#domain/account-steps.ts'
import {
  AccountComparison,
  AccountPast,
  type AccountStep,
  AccountSteps,
  AuditAccounts,
  type Difference,
  FirstFall,
  StepDetail,
  StepKind,
  VisibilityAudit,
  VisibilityAuditKind,
} from '#domain/audit-accounts.ts'
import { Rejection } from '#domain/decider.ts'
import { Metadata } from '#domain/metadata.ts'
import { differencesOf } from '#domain/state-differences.ts'
import type { Deps } from '../../http/deps.ts'
import { auditor, lookedAt, param } from '../../http/policy.ts'
import { type Read, reading, snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { personNames } from '../admin/event-names.ts'
import { Page, Sought, Typed } from '../page.ts'
import { type Account, countBetween, within } from './account-log.ts'
import { accountAt } from './account-past.ts'
import { accountRow, accountRows } from './account-rows.ts'
import { causesOf, positionOfEvent } from './causes.ts'
import { firstFall } from './first-fall.ts'
import { MomentQuery, momentOf, Position, Time } from './moment-query.ts'
import { pastStreams } from './past-streams.ts'
import { sightOf } from './sight.ts'
import { allKinds, endsOf, nearest, type Step, stepsAfter, stepsBefore } from './steps.ts'

const params = z.object({ id: uuid() })
const config = { policy: lookedAt(param('id')) }
const either = z.union([Position, Time])
const StepsQuery = z.object({
  position: Position.optional(),
  direction: z.enum(['after', 'before']).default('before'),
  kind: StepKind.optional(),
  type: Sought(100).optional(),
  path: Sought(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

/** Reads accounts from their streams, each up to the views' position. */
const accountReader = ({ pool, store, now }: Pick<Deps, 'pool' | 'store' | 'now'>) => {
  const read = reading(pool)
  const streams = pastStreams(store)
  const accountOf = async (userId: string): Promise<Account> => {
    const { position: head } = await momentOf(read, {}, now())
    return { read, streams, userId, head }
  }
  const stateAt = ({ userId }: Account, moment: { position: bigint; at: string }) =>
    accountAt(read, streams, userId, moment)
  return { read, accountOf, stateAt }
}

/** Lists accounts, and reads one as of any moment from its streams, for auditors who stated a reason. */
export const auditAccountQueries =
  ({ pool, store, now }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { read, accountOf, stateAt } = accountReader({ pool, store, now })

    const list = { querystring: Page(25).extend({ search: Typed }), response: { 200: AuditAccounts } }
    app.get('/audit/accounts', { config: { policy: auditor }, schema: list }, ({ query }, reply) =>
      snapshot(pool, reply, (read) => accountRows(read, query, new Date(now()))),
    )

    const one = { params, querystring: MomentQuery, response: { 200: AccountPast } }
    app.get('/audit/accounts/:id', { config, schema: one }, async ({ params: { id }, query }) => {
      const row = await accountRow(read, id, new Date(now()))
      if (!row) throw new Rejection('user_not_found')
      const account = await accountOf(id)
      const moment = await momentOf(read, query, now())
      const [state, ends, last] = await Promise.all([
        stateAt(account, moment),
        endsOf(account),
        nearest(account, moment.position, 'before'),
      ])
      return { account: row, position: String(moment.position), at: moment.at, state, last, ...ends }
    })

    const comparison = {
      params,
      querystring: z.object({ a: either, b: either }),
      response: { 200: AccountComparison },
    }
    app.get('/audit/accounts/:id/compare', { config, schema: comparison }, async ({ params: { id }, query }) => {
      const account = await accountOf(id)
      const momentQuery = (named: string) => (/^\d+$/.test(named) ? { position: named } : { at: named })
      const [a, b] = await Promise.all([query.a, query.b].map((named) => momentOf(read, momentQuery(named), now())))
      if (!a || !b) throw new Error('Two moments were asked for')
      const [before, after] = await Promise.all([stateAt(account, a), stateAt(account, b)])
      const [from, until] = a.position < b.position ? [a, b] : [b, a]
      const between = await countBetween(account, from.position, until.position)
      const answerOf = ({ position, at }: typeof a) => ({ position: String(position), at })
      return { a: answerOf(a), b: answerOf(b), events: between, changes: differencesOf(before, after) }
    })

    const fall = {
      params,
      querystring: z.object({
        balanceBelow: z.coerce.number().int().min(1).max(1_000_000_000),
        after: Position.optional(),
      }),
      response: { 200: FirstFall },
    }
    app.get('/audit/accounts/:id/first', { config, schema: fall }, async ({ params: { id }, query }) => {
      const account = await accountOf(id)
      const after = query.after === undefined ? -1n : within(account, BigInt(query.after))
      return firstFall(account, query.balanceBelow, after)
    })

    const sight = {
      params,
      querystring: MomentQuery.extend({ kind: VisibilityAuditKind, id: uuid() }),
      response: { 200: VisibilityAudit },
    }
    app.get('/audit/accounts/:id/sight', { config, schema: sight }, async ({ params: { id }, query }) => {
      const moment = await momentOf(read, query, now())
      const seen = await sightOf(await accountOf(id), query, moment.position)
      return {
        ...seen,
        people: await peopleIn(read, seen.channels),
        position: String(moment.position),
        at: moment.at,
      }
    })
  }

/** The events of an account, with what each changed, for auditors who stated a reason. */
export const auditStepQueries =
  ({ pool, store, now }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { read, accountOf } = accountReader({ pool, store, now })

    const events = { params, querystring: StepsQuery, response: { 200: AccountSteps } }
    app.get('/audit/accounts/:id/events', { config, schema: events }, async ({ params: { id }, query }) => {
      const { direction, kind, type, path, limit } = query
      const account = await accountOf(id)
      const filter = { kinds: kind ? [kind] : allKinds, type, path }
      const at = query.position === undefined ? account.head : within(account, BigInt(query.position))
      const isAfter = direction === 'after'
      const { steps, next } = await (isAfter ? stepsAfter : stepsBefore)(account, filter, at, limit)
      const { first, newest } = await endsOf(account)
      const [begins, ends] = [steps[0]?.event.position, steps.at(-1)?.event.position]
      const back = isAfter ? (begins === undefined ? at : begins - 1n) : next
      const on = isAfter ? next : (ends ?? at)
      return {
        data: await describeSteps(read, steps),
        before: back !== null && first && back >= BigInt(first.position) ? String(back) : null,
        after: on !== null && newest && on < BigInt(newest.position) ? String(on) : null,
      }
    })

    const detail = {
      params: z.object({ id: uuid(), eventId: uuid() }),
      response: { 200: StepDetail },
    }
    app.get('/audit/accounts/:id/events/:eventId', { config, schema: detail }, async ({ params: { id, eventId } }) => {
      const account = await accountOf(id)
      const position = await positionOfEvent(read, eventId)
      const { steps } =
        position === undefined ? { steps: [] } : await stepsBefore(account, { kinds: allKinds }, position, 1)
      const [step] = await describeSteps(
        read,
        steps.filter(({ event }) => event.eventId === eventId),
      )
      if (!step) throw new Rejection('event_not_found')
      return { step, ...(await causesOf(account, step)) }
    })
  }

const describeSteps = async (read: Read, steps: readonly Step[]): Promise<AccountStep[]> => {
  const metadata = steps.map(
    ({ event }) =>
      Metadata.safeParse(event.metadata).data ?? {
        actor: 'system',
        correlationId: event.eventId,
        impersonator: undefined,
        causationId: undefined,
      },
  )
  const names = await personNames(
    read,
    metadata.map(({ actor }) => actor),
  )
  return steps.map(({ kind, event, changes }, n) => {
    const { actor = 'system', impersonator, correlationId = '', causationId } = metadata[n] ?? {}
    const { eventId, type, stream, revision, position, at } = event
    return {
      eventId,
      kind,
      type,
      stream,
      revision,
      position: String(position),
      at,
      actor,
      correlationId,
      actorName: (withoutAddresses(names.get(actor) ?? null) as string | null) ?? null,
      impersonator: impersonator ?? null,
      causationId: causationId ?? null,
      data: visibleFieldsOf(kind, event),
      changes: withoutAddresses(changes) as Difference[],
    }
  })
}

/** Names of the users that channels are for: a channel of one user ends with their id. */
const peopleIn = (read: Read, channels: readonly string[]): Promise<VisibilityAudit['people']> =>
  read('select id, name from auth."user" where id = any($1) order by name, id', [
    channels.flatMap((channel) => channel.split(':').slice(-1)),
  ])
