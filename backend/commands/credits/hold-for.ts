import { credits } from '#domain/credits.ts'
import type { AnyDecider, Decider, Schemas } from '#domain/decider.ts'
import { EventStoreUnavailable } from '#eventstore'
import type { Act } from '../../http/act.ts'
import type { Command, Dispatcher } from '../dispatch.ts'
import { giveBackUnused, type PaidWork } from './paid-work.ts'

/** Credits for one piece of work; `amount` is positive. */
export interface Hold {
  work: PaidWork
  /** Id of the stream whose events end the hold, without its category. */
  streamId: string
  /** Id of the work, as statements name it. */
  id: string
  holdId: string
  amount: number
  /** Label of the work in statements. */
  label: string
}

/**
 * A command that costs credits. The first hold pays for the command itself, the others for work that follows from it;
 * without holds it is free.
 */
export interface PaidCommand<C extends Schemas, E extends Schemas, S> {
  decider: Decider<C, E, S>
  streamId: string
  command: Command<C>
  holds: readonly Hold[]
}

type AnyPaidCommand = Omit<PaidCommand<Schemas, Schemas, unknown>, 'decider'> & { decider: AnyDecider }

/** The effect that a command would have now: start work, repeat an earlier answer, or change nothing. */
type Preview = 'begins' | 'repeats' | 'changes nothing'

const labelLimit = 300

/**
 * Holds credits; the only way to do so. Parses and decides the commands first, so that a command that would be rejected
 * holds nothing; refuses impersonators; holds the credits of all commands or of none; sends the commands; and releases
 * the holds of those that were not accepted. Throws `Rejection`, `ZodError`, and the errors of `dispatch`.
 *
 * After EventStoreUnavailable the accepted commands are unknown. Holds of the others are released as soon as the event
 * store answers; if this process ends before, `release-abandoned-holds` releases them.
 */
export async function holdFor<C extends Schemas, E extends Schemas, S>(
  act: Act,
  { stateOf, afterOutage }: Pick<Dispatcher, 'stateOf' | 'afterOutage'>,
  commands: readonly PaidCommand<C, E, S>[],
): Promise<void> {
  const paid = commands as unknown as readonly AnyPaidCommand[]
  if (paid.some(({ holds }) => holds.length > 0)) act.assertMaySpend()
  const previews = await Promise.all(paid.map((one) => previewOf(one, stateOf)))
  // Paid commands that change nothing now are omitted: they might change something by the time they arrive, without
  // credits held for it.
  const wanted = paid.filter(({ holds }, n) => holds.length === 0 || previews[n] !== 'changes nothing')
  const release = (sent: readonly PromiseSettledResult<bigint>[]) =>
    Promise.all(wanted.map((one, n) => releaseUnused(act, one, { stateOf, since: positionOf(sent[n]) })))
  const releasing = async <T>(work: Promise<T>, sent: readonly PromiseSettledResult<bigint>[]): Promise<T> =>
    work.catch((error: unknown) => {
      if (error instanceof EventStoreUnavailable) afterOutage?.(() => release(sent))
      throw error
    })

  if (previews.includes('begins')) await releasing(hold(act, wanted), [])
  const sent = await Promise.allSettled(wanted.map((one) => send(act, one, wanted)))
  const failure = sent.find((outcome) => outcome.status === 'rejected')
  const away = sent.find((outcome) => outcome.status === 'rejected' && outcome.reason instanceof EventStoreUnavailable)
  if (away?.status === 'rejected') await releasing(Promise.reject(away.reason), sent)
  await releasing(release(sent), sent)
  if (failure) throw failure.reason
}

const positionOf = (outcome: PromiseSettledResult<bigint> | undefined) =>
  outcome?.status === 'fulfilled' ? outcome.value : undefined

const previewOf = async (
  { decider, streamId, command: { type, data }, holds: [own] }: AnyPaidCommand,
  stateOf: Dispatcher['stateOf'],
): Promise<Preview> => {
  const parsed = decider.commands[type].parse(data)
  const state = await stateOf(decider, streamId)
  if (own && own.work.fateOf(state, own.holdId) === 'used') return 'repeats'
  const events = decider.decide[type]?.(state, parsed) ?? []
  return events.length > 0 ? 'begins' : 'changes nothing'
}

const hold = async (act: Act, paid: readonly AnyPaidCommand[]) => {
  const { userId } = act
  const holds = paid.flatMap((one) =>
    one.holds.map(({ work, streamId, id, holdId, amount, label }) => ({
      holdId,
      amount,
      purpose: {
        kind: work.kind,
        id,
        stream: `${work.decider.category}-${streamId}`,
        label: label.slice(0, labelLimit),
      },
    })),
  )
  if (holds.length > 0) await act.send(credits, userId, { type: 'HoldCredits', data: { userId, holds } })
}

/** Sends a command, with the event that held its credits as the cause of its events. */
const send = async (act: Act, one: AnyPaidCommand, all: readonly AnyPaidCommand[]) => {
  const before = all.slice(0, all.indexOf(one)).reduce((count, { holds }) => count + holds.length, 0)
  const causedBy = one.holds.length > 0 ? act.eventOf(credits, act.userId, 'HoldCredits', before) : undefined
  return act.send(one.decider, one.streamId, one.command, causedBy === undefined ? {} : { causedBy })
}

/** Releases the holds that the command did not use: it was rejected, or another request did the same first. */
const releaseUnused = async (
  { userId, send }: Act,
  { decider, streamId, holds: [own, ...following] }: AnyPaidCommand,
  { stateOf, since }: { stateOf: Dispatcher['stateOf']; since: bigint | undefined },
) => {
  const state = await stateOf(decider, streamId, since === undefined ? {} : { since })
  if (!own || own.work.fateOf(state, own.holdId) === 'used') return
  if (!(await giveBackUnused({ send, stateOf }, own.work, { ...own, userId }))) return
  for (const each of following) await giveBackUnused({ send, stateOf }, each.work, { ...each, userId })
}
