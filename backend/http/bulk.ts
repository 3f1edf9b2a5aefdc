import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Viewer } from '#domain/access.ts'
import { Rejection } from '#domain/decider.ts'
import { BulkReceipt } from '#domain/me.ts'
import { type LeftOut, type OperationKind, operations } from '#domain/operations.ts'
import { keyedMutex } from '../commands/keyed-mutex.ts'
import type { Act } from './act.ts'
import { catchUp } from './catch-up.ts'
import type { Deps } from './deps.ts'
import { accessesTo, type Found, viewerOf } from './policy.ts'
import { type ProblemCode, problem } from './problems.ts'
import { reading } from './snapshot.ts'
import { uuid } from './uuid.ts'

/** Counts a user's unfinished operations, including undos in progress. */
export const runningOperations = `select count(*) from operations where "userId" = $1 and ("endedAt" is null or status = 'UNDOING')`

/**
 * The reason why the viewer may not do this to a thing, by the same rule as the route for a single thing; undefined if
 * they may.
 */
export type Judge = (viewer: Viewer, access: Found | undefined) => ProblemCode | undefined

/** The answer of a bulk route: the number of changed things, and the skipped ones with the reason. */
export const bulkAnswer = { 200: BulkReceipt }

/** Unique ids of a bulk request. */
export const ids = (most: number, { none, many }: { none: string; many: string }) =>
  z
    .array(uuid())
    .min(1, none)
    .max(most, `At most ${most} ${many} at once`)
    .transform((all) => [...new Set(all)])

type BulkDeps = BeginDeps & Pick<Deps, 'operationEnd'>

interface Wanted {
  kind: OperationKind
  campaignId: string | null
  total: number | null
  arguments: Record<string, unknown>
}

/** Begins each account's operations one after another, so that each counts towards the limit of the next. */
const oneByOne = keyedMutex()
type BeginDeps = Pick<Deps, 'pool' | 'progress' | 'store' | 'handler' | 'quotas'>

/** Throws `too_many_operations` if the user has reached the limit of running operations and undos. */
async function refuseTooMany(userId: string, deps: BeginDeps): Promise<void> {
  await catchUp(deps)
  const [running] = await reading(deps.pool)<{ count: number }>(runningOperations, [userId])
  const most = deps.quotas.operations
  if ((running?.count ?? 0) >= most) throw new Rejection('too_many_operations', { most, seconds: 10 })
}

/**
 * Begins an operation, and returns the position at which it is visible. A repeat begins nothing. Throws
 * `too_many_operations` if the user has reached the limit of unfinished operations.
 */
export const begin = (act: Act, wanted: Wanted, deps: BeginDeps): Promise<bigint> =>
  oneByOne(act.userId, async () => {
    const { begun } = await deps.handler.stateOf(operations, act.id)
    if (!begun) await refuseTooMany(act.userId, deps)
    return act.send(operations, act.id, {
      type: 'BeginOperation',
      data: { operationId: act.id, userId: act.userId, ...wanted },
    })
  })

/**
 * Begins to undo an operation, within the same limit: undoing a finished one is work like any other. A running one can
 * be stopped at any time.
 */
export const beginUndo = (act: Act, operationId: string, deps: BeginDeps): Promise<bigint> =>
  oneByOne(act.userId, async () => {
    const { status } = await deps.handler.stateOf(operations, operationId)
    if (status === 'ended') await refuseTooMany(act.userId, deps)
    return act.send(operations, operationId, { type: 'UndoOperation', data: { operationId } })
  })

/** Timeout of a bulk route for the end of its operation, in milliseconds. */
const timeoutMs = 10_000

/**
 * The answer of a bulk route, sent once its operation has ended. If nothing was done, the first refusal is the answer;
 * `ids` are in the requested order.
 */
export async function ended(act: Act, reply: FastifyReply, deps: Pick<Deps, 'operationEnd'>, ids?: readonly string[]) {
  const end = await deps.operationEnd(act.id, timeoutMs)
  if (!end) throw new Rejection('operation_runs')
  const place = new Map(ids?.map((id, n) => [id, n]))
  const left = end.skipped.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
  const [first] = left
  if (first && end.count === 0) throw new Rejection(first.code, first.facts)
  void reply.header('event-position', end.position)
  return { position: end.position, count: end.count, skipped: left.map(skipped) }
}

/** Performs an action on many things as one operation, checking each by the rule of the route for a single thing. */
export async function bulk(
  act: Act,
  reply: FastifyReply,
  deps: BulkDeps,
  { ids, judge, kind, given }: { ids: readonly string[]; judge: Judge; kind: OperationKind; given: object },
): Promise<BulkReceipt> {
  const before = await deps.handler.stateOf(operations, act.id)
  if (before.status === 'none') {
    const campaignId = await allowedIn(deps, { userId: act.userId, ids, judge })
    await begin(act, { kind, campaignId, total: ids.length, arguments: { ...given } }, deps)
  }
  return ended(act, reply, deps, ids)
}

/** The common campaign of all permitted things, if there is one. Throws the first refusal if nothing is permitted. */
async function allowedIn(
  deps: Pick<BulkDeps, 'pool' | 'progress' | 'store'>,
  { userId, ids, judge }: { userId: string; ids: readonly string[]; judge: Judge },
): Promise<string | null> {
  const judged = async () => {
    const viewer = await viewerOf(deps.pool, userId)
    const known = new Map((await accessesTo(deps.pool, ids)).map((access) => [access.id, access]))
    return ids.map((id) => ({ access: known.get(id), refusal: judge(viewer, known.get(id)) }))
  }
  let all = await judged()
  // Catches up before refusing everything, since a lagging view may lack the user's latest change.
  if (all.every(({ refusal }) => refusal !== undefined)) {
    await catchUp(deps)
    all = await judged()
  }
  const allowed = all.filter(({ refusal }) => refusal === undefined)
  const [first] = all
  if (first?.refusal && allowed.length === 0) throw new Rejection(first.refusal)
  const campaigns = new Set(allowed.map(({ access }) => access?.campaignId ?? null))
  return campaigns.size === 1 ? ([...campaigns][0] ?? null) : null
}

/** Adds the message for the user. */
export const skipped = ({ id, code, facts }: LeftOut): BulkReceipt['skipped'][number] => ({
  id,
  code,
  reason: problem(code as ProblemCode, facts).detail,
})
