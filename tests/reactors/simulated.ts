import type { FastifyRequest } from 'fastify'
import { credits } from '#domain/credits.ts'
import { type EventStore, EventStoreUnavailable, type RecordedEvent } from '#eventstore'
import { dispatcher } from '../../backend/commands/dispatch.ts'
import { commandHandler } from '../../backend/commands/handle.ts'
import { type Act, actOf } from '../../backend/http/act.ts'
import { signedIn, spendsCredits } from '../../backend/http/policy.ts'
import { stored as envelopeOf } from '../../backend/projections/stored.ts'
import { reactionTo } from '../../backend/reactors/reaction.ts'
import { type AnyReactor, jobKeyOf } from '../../backend/reactors/reactor.ts'
import type { WithinWorkTime } from '../../backend/reactors/work-time.ts'
import { memoryStore } from '../memory-store.ts'

/** What a person does, after so many turns; one `key` is one Idempotency-Key. `dies`: after so many calls of the store. */
export interface Happening {
  what: string
  key: number
  after: number
  dies: number | null
}

interface Simulated {
  happening: readonly Happening[]
  deeds: Readonly<Record<string, (act: Act, handler: ReturnType<typeof dispatcher>) => Promise<unknown>>>
  reactors: readonly AnyReactor[]
  /** The Idempotency-Keys that `key` counts through. */
  keys: readonly string[]
  /** The route of a deed: with the key it makes the act's ids. */
  urlOf: (what: string) => string
  userId: string
  /** Credits that they begin with. */
  amount: number
  /** Turns that a timer waits. */
  patience: number
  /** Calls of the store after which the worker of a job's first try dies. */
  breaks: number | null
  turn: () => Promise<unknown>
}

/**
 * The working time of paid work in turns, by a process that stands still for `stall` turns after its first answer. What is answered calls
 * `answered`, which returns whether it came in time, and resolves once the process goes on.
 */
export const workingTime = (patience: number, stall: number, turn: () => Promise<unknown>) => {
  let left = stall
  let standing: Promise<void> | undefined
  const stand = async () => {
    while (left-- > 0) await turn()
    standing = undefined
  }
  const withinTime: WithinWorkTime = async (_reaction, ms, work) => {
    const over = new AbortController()
    let isEnded = false
    const count = async () => {
      for (let n = 0; n < Math.ceil((patience * ms) / shortestMs) && !isEnded; n++) {
        await turn()
        while (standing) {
          await standing
          await turn()
        }
      }
      over.abort()
    }
    const counting = count()
    try {
      return await work(over.signal)
    } finally {
      isEnded = true
      await counting
    }
  }
  const answered = async () => {
    if (left > 0) standing ??= stand()
    while (standing) await standing
  }
  return { withinTime, answered }
}
/** The deadline of all kinds of work. */
const shortestMs = 180_000

/** Everything that people, workers and timers do to one log, each step in the order that `turn` gives. Answers the log. */
export const simulated = async ({
  happening,
  deeds,
  reactors,
  keys,
  urlOf,
  userId,
  amount,
  patience,
  breaks,
  turn,
}: Simulated) => {
  const store = memoryStore()
  const running: Promise<unknown>[] = []
  let seen = 0
  const turns = async (count: number) => {
    for (let n = 0; n <= count; n++) await turn()
  }

  /** The store as one process reaches it, until it dies. */
  const reached = (calls = Number.POSITIVE_INFINITY): EventStore => {
    let left = calls
    const alive = async () => {
      await turn()
      if (left-- <= 0) throw new EventStoreUnavailable('this process died')
    }
    return {
      ...store,
      async read(...args) {
        await alive()
        return store.read(...args)
      },
      async append(...args) {
        await alive()
        const answer = await store.append(...args)
        react()
        await turn()
        return answer
      },
    }
  }

  const inHand = new Set<string>()
  /** Every job, from any moment after its event on, until it went well or its queue gives up. */
  const job = async (reactor: AnyReactor, event: RecordedEvent) => {
    const most = reactor.attempts ?? 10
    if (reactor.delayMs) await turns(patience)
    for (let attempts = 1; attempts <= most; attempts++) {
      await turn()
      // The worker of a first try may die in the middle of it.
      const handler = dispatcher(commandHandler(reached((attempts === 1 ? breaks : null) ?? undefined)))
      const reaction = reactionTo(envelopeOf(event).event, {
        reactor,
        handler,
        job: { attempts, max_attempts: most },
        now: Date.now,
        signal: new AbortController().signal,
        isInHand: async (key) => inHand.has(key),
      })
      const key = jobKeyOf(reactor.name, event)
      inHand.add(key)
      const failed = await reactor.on[event.type]?.(event.data, reaction).then(
        () => false,
        () => true,
      )
      inHand.delete(key)
      if (!failed) return
    }
  }
  const react = () => {
    for (const event of store.log.slice(seen))
      for (const reactor of reactors) if (reactor.on[event.type]) running.push(job(reactor, event))
    seen = store.log.length
  }

  const act = async ({ what, key, after, dies }: Happening) => {
    await turns(after)
    const handler = dispatcher(commandHandler(reached(dies ?? undefined)))
    const request = {
      session: { userId },
      headers: { 'idempotency-key': keys[key] },
      method: 'POST',
      params: {},
      id: 'r',
      routeOptions: { url: urlOf(what), config: { policy: spendsCredits(signedIn) } },
    } as unknown as FastifyRequest
    await deeds[what]?.(actOf(request, handler), handler)
  }
  const grant = { userId, grantId: userId, amount, source: 'welcome', comment: '' }
  const by = { actor: userId, commandId: 'grant', correlationId: 'grant' }
  await commandHandler(store).handle(credits, userId, { type: 'GrantCredits', data: grant }, by)
  // Refused, beaten or dead: what was done until then is what counts.
  running.push(...happening.map((each) => act(each).catch(() => undefined)))
  for (let done = 0; done < running.length; done++) await running[done]
  return store.log
}

/** Events of one kind of stream. */
export const of = (log: readonly RecordedEvent[], category: string) =>
  // biome-ignore lint/suspicious/noExplicitAny: the events' own schemas are not what is tested here
  log.filter(({ stream }) => stream.startsWith(category)) as (RecordedEvent & { data: any })[]
