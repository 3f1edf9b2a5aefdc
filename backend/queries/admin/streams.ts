import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type AnyDecider, Rejection, stateOf } from '#domain/decider.ts'
import { StreamState } from '#domain/event-answers.ts'
import { categoryOf } from '#domain/metadata.ts'
import { differencesOf } from '#domain/state-differences.ts'
import { upcast } from '#domain/upcasters.ts'
import type { EventStore } from '#eventstore'
import type { Deps } from '../../http/deps.ts'
import { admin } from '../../http/policy.ts'

const [page, most, mostBytes] = [500, 200_000, 256 * 1024]
const StreamName = z.string().regex(/^[a-z]+-[\w-]{1,100}$/, 'There is no such stream')

/** Returns the state of a stream after one of its events. */
export const streamStateQueries =
  ({ store, rules }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const schema = {
      params: z.object({ stream: StreamName }),
      querystring: z.object({ revision: z.coerce.number().int().min(0).max(most) }),
      response: { 200: StreamState },
    }
    app.get('/admin/streams/:stream/state', { config: { policy: admin }, schema }, async (request) => {
      const { stream } = request.params
      const { revision } = request.query
      const decider = rules.get(categoryOf(stream)) ?? { initial: null, evolve: {} }
      const { before, after, last, isPrivate } = await folded(store, decider, stream, revision)
      const json = JSON.stringify(after)
      const isShown = json.length <= mostBytes && !isPrivate
      return {
        stream,
        revision,
        last,
        bytes: Buffer.byteLength(json),
        state: isShown ? after : null,
        changes: isShown ? differencesOf(before, after) : [],
      }
    })
  }

/** Folds a stream up to a revision, page by page. Throws `event_not_found` if the stream ends before it. */
const folded = async (
  store: Pick<EventStore, 'read'>,
  decider: Pick<AnyDecider, 'evolve' | 'initial' | 'isInPerson'>,
  stream: string,
  revision: number,
) => {
  let [before, after] = [decider.initial, decider.initial]
  for (let from = 0; ; from += page) {
    const limit = Math.min(page, revision + 1 - from)
    const read = await store.read(stream, { from: BigInt(from), limit })
    if (read.revision < BigInt(revision)) throw new Rejection('event_not_found')
    for (const event of read.events.map(upcast)) {
      before = after
      after = stateOf({ initial: after, evolve: decider.evolve }, [event])
    }
    if (from + limit > revision) {
      const isPrivate = decider.isInPerson?.(after) ?? false
      return { before: plain(before), after: plain(after), last: Number(read.revision), isPrivate }
    }
  }
}

/** Converts a state to JSON values: maps become objects, and sets become arrays. */
const plain = (state: unknown): unknown =>
  JSON.parse(
    JSON.stringify(state ?? null, (_key, value) =>
      value instanceof Map ? Object.fromEntries(value) : value instanceof Set ? [...value] : value,
    ),
  )
