import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { credits } from '#domain/credits.ts'
import type { Decider } from '#domain/decider.ts'
import { lineLimit } from '#domain/image-edit-tools.ts'
import { images } from '#domain/images.ts'
import { type EventStore, EventStoreUnavailable } from '#eventstore'
import { afterOutages } from '../../backend/commands/after-outage.ts'
import { paidWork } from '../../backend/commands/credits/paid-work.ts'
import { dispatcher } from '../../backend/commands/dispatch.ts'
import { commandHandler } from '../../backend/commands/handle.ts'
import { type PaidEditRequest, requestPaidEdit } from '../../backend/commands/images/paid-edits.ts'
import { paidImages } from '../../backend/commands/images/paid-images.ts'
import { type Act, actOf } from '../../backend/http/act.ts'
import { type Policy, signedIn, spendsCredits } from '../../backend/http/policy.ts'
import { stored } from '../../backend/projections/stored.ts'
import { reactionTo } from '../../backend/reactors/reaction.ts'
import { releaseAbandonedHolds } from '../../backend/reactors/release-abandoned-holds.ts'
import { settleCredits } from '../../backend/reactors/settle-credits.ts'
import { memoryStore } from '../memory-store.ts'

/** Credits are held for any kind of work: this one writes letters, in streams of its own, several holds to one. */

const hold = { userId: z.uuid(), holdId: z.string() }
const commands = { Write: z.object(hold), Finish: z.object(hold), LapseLetter: z.object({ holdId: z.string() }) }
const events = { LetterBegun: z.object(hold), LetterWritten: z.object(hold), LetterLapsed: commands.LapseLetter }
const letters: Decider<typeof commands, typeof events, Readonly<Record<string, 'begun' | 'lapsed'>>> = {
  category: 'letters',
  commands,
  events,
  initial: {},
  decide: {
    Write: (holds, data) => (data.holdId in holds ? [] : [{ type: 'LetterBegun', data }]),
    Finish: (_holds, data) => [{ type: 'LetterWritten', data }],
    LapseLetter: (holds, data) => (data.holdId in holds ? [] : [{ type: 'LetterLapsed', data }]),
  },
  evolve: {
    LetterBegun: (holds, { holdId }) => ({ ...holds, [holdId]: 'begun' }),
    LetterWritten: (holds) => holds,
    LetterLapsed: (holds, { holdId }) => ({ ...holds, [holdId]: 'lapsed' }),
  },
}
const paidLetters = paidWork({
  kind: 'letters',
  decider: letters,
  lapse: (_streamId, holdId) => ({ type: 'LapseLetter', data: { holdId } }),
  fateOf: (holds, holdId) => (holds[holdId] === 'begun' ? 'used' : holds[holdId]),
  ends: { LetterWritten: ({ userId, holdId }) => ({ userId, holdId, as: 'captured' }) },
})

const [userId, holdId, deskId] = [randomUUID(), randomUUID(), randomUUID()]
const purpose = { kind: 'letters', id: randomUUID(), stream: `letters-${deskId}`, label: 'A letter' }
type Works = Parameters<typeof settleCredits>[0]

/** A wallet with ten credits of which four are held, and the jobs of all that happened, run in order. */
const world = async (heldFor: object = purpose, works: Works = [paidLetters, paidImages]) => {
  const store = memoryStore()
  const handler = dispatcher(commandHandler(store))
  const send = async (command: { type: keyof typeof commands; data: unknown }) => {
    const commandId = randomUUID()
    await commandHandler(store).handle(letters, deskId, command, { actor: userId, commandId, correlationId: commandId })
  }
  // As they lie in the log, whoever wrote them.
  const held = { userId, holdId, amount: 4, purpose: heldFor, balance: 6 }
  const log = [
    ['CreditsGranted', { userId, grantId: userId, amount: 10, source: 'welcome', comment: '', balance: 10 }],
    ['CreditsHeld', held],
  ] as const
  const facts = log.map(([type, data]) => ({ id: randomUUID(), type, data, metadata: {} }))
  await store.append(`credits-${userId}`, facts, 'none')

  const run = async () => {
    const reactors = [settleCredits(works), releaseAbandonedHolds(works)]
    for (const recorded of store.log.slice())
      for (const reactor of reactors) {
        const { event } = stored(recorded)
        const job = { attempts: 1, max_attempts: 25 }
        const reaction = reactionTo(event, {
          reactor,
          handler,
          job,
          now: Date.now,
          signal: new AbortController().signal,
        })
        await reactor.on[event.type]?.(event.data, reaction)
      }
  }
  const wallet = () => dispatcher(commandHandler(store)).stateOf(credits, userId)
  return { store, send, run, wallet }
}

describe('a hold whose work never began', () => {
  it('goes back once the stream that it names says so, and no attempt can use it any more', async () => {
    const { send, run, wallet, store } = await world()
    await run()
    expect(await wallet()).toMatchObject({ available: 10, open: {} })
    await send({ type: 'Write', data: { userId, holdId } })
    expect(store.log.map(({ type }) => type)).not.toContain('LetterBegun')
  })

  it('of an older version, which did not name its stream, goes back as well', async () => {
    const imageId = randomUUID()
    const { run, wallet, store } = await world({ kind: 'images', id: imageId, label: 'Image' })
    await run()
    expect(await wallet()).toMatchObject({ available: 10, open: {} })
    expect(store.log.map(({ stream }) => stream)).toContain(`images-${imageId}`)
  })

  it('of a kind that this version does not know is left to one that does', async () => {
    const { run, wallet } = await world(purpose, [paidImages])
    await expect(run()).rejects.toThrow('letters, which this version does not know')
    expect(await wallet()).toMatchObject({ available: 6 })
  })
})

describe('a hold that an attempt used', () => {
  it('stays until the attempt ends, and ends as that did', async () => {
    const { send, run, wallet } = await world()
    await send({ type: 'Write', data: { userId, holdId } })
    await run()
    expect(await wallet()).toMatchObject({ available: 6, open: { [holdId]: { amount: 4 } } })
    await send({ type: 'Finish', data: { userId, holdId } })
    await run()
    await run()
    expect(await wallet()).toMatchObject({ available: 6, open: {} })
  })
})

describe('holdFor', () => {
  const imageId = randomUUID()
  type Handler = ReturnType<typeof dispatcher>
  const open = async (handler: Handler) => Object.keys((await handler.stateOf(credits, userId)).open)

  /** A picture of a user of whose ten credits four are held for something else. */
  const uploaded = async () => {
    const { store } = await world()
    const handler = dispatcher(commandHandler(store))
    const file = { key: 'k', mime: 'image/png', width: 8, height: 8, size: 1 } as const
    const image = { imageId, userId, campaignId: null, conjurationId: null, name: null, file }
    await actBy(handler).send(images, imageId, { type: 'UploadImage', data: image })
    return { handler, store }
  }
  const actBy = (
    handler: Handler,
    {
      policy = spendsCredits(signedIn),
      impersonatorId = null,
    }: { policy?: Policy; impersonatorId?: string | null } = {},
  ) => {
    const session = { sessionId: 's', userId, role: 'user', by: 'cookie', impersonatorId }
    const route = { routeOptions: { url: '/api/images/:id/replace', config: { policy } }, method: 'POST', params: {} }
    return actOf({ ...route, session, headers: {}, id: 'r' } as unknown as FastifyRequest, handler)
  }
  const editBy = (act: Act, change: Partial<PaidEditRequest> = {}): PaidEditRequest => ({
    imageId,
    editId: act.idFor('edit'),
    userId,
    tool: 'replace',
    prompt: 'a hat',
    searchPrompt: '',
    growth: null,
    mask: null,
    premium: false,
    nsfw: false,
    seed: 1,
    provider: 'Chance',
    originalId: imageId,
    cost: 1,
    holdId: act.idFor('hold'),
    ...change,
  })
  const free = { cost: 0, holdId: null }

  it('releases at once what it held for a command that was rejected because others came first', async () => {
    const { handler } = await uploaded()
    for (let n = 0; n < lineLimit - 2; n++) {
      const act = actBy(handler)
      await requestPaidEdit(act, editBy(act, free), handler)
    }
    const acts = Array.from({ length: 5 }, () => actBy(handler))
    const outcomes = await Promise.allSettled(acts.map((act) => requestPaidEdit(act, editBy(act), handler)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await handler.stateOf(credits, userId)).toMatchObject({ available: 4 })
    expect(await open(handler)).toHaveLength(1 + 2)
  })

  it('holds nothing for data that is not the command’s, nor for what the rules reject', async () => {
    const { handler, store } = await uploaded()
    const act = actBy(handler)
    await expect(requestPaidEdit(act, editBy(act, { prompt: 'x'.repeat(9_999) }), handler)).rejects.toThrow(z.ZodError)
    await expect(requestPaidEdit(act, editBy(act, { tool: 'inpaint' }), handler)).rejects.toThrow('mask_missing')
    expect(await open(handler)).toEqual([holdId])
    expect(store.log.map(({ type }) => type)).not.toContain('ImageHoldLapsed')
  })

  it('refuses impersonators, unless the work is free, and routes whose policies do not declare it', async () => {
    const { handler } = await uploaded()
    const impersonator = actBy(handler, { impersonatorId: randomUUID() })
    await expect(requestPaidEdit(impersonator, editBy(impersonator), handler)).rejects.toThrow(
      'impersonator_spends_nothing',
    )
    await requestPaidEdit(impersonator, editBy(impersonator, free), handler)
    const undeclared = actBy(handler, { policy: signedIn })
    await expect(requestPaidEdit(undeclared, editBy(undeclared), handler)).rejects.toThrow('must be spendsCredits')
    expect(await open(handler)).toEqual([holdId])
  })

  /** The store of a process that loses it after so many calls; `isLost` appends whose answers are lost have been stored. */
  const losing = (store: EventStore, calls: number, isLost: boolean) => {
    let left = calls
    const state = { isBack: false }
    const reach = async <T>(call: () => Promise<T>): Promise<T> => {
      if (state.isBack || left-- > 0) return call()
      throw new EventStoreUnavailable('away')
    }
    const lost: EventStore = {
      ...store,
      read: (...of) => reach(() => store.read(...of)),
      async append(...of) {
        if (isLost && !state.isBack && left === 0) await store.append(...of)
        return reach(() => store.append(...of))
      },
    }
    return { lost, state }
  }

  it.each([false, true].flatMap((isLost) => Array.from({ length: 6 }, (_, calls) => [calls, isLost] as const)))(
    'leaves no hold without work once the store is back, lost after %i calls (stored all the same: %s)',
    async (calls, isLost) => {
      const { store } = await uploaded()
      const outages = afterOutages({ log: { warn: () => undefined }, everyMs: 1 })
      const { lost, state } = losing(store, calls, isLost)
      const handler = dispatcher(commandHandler(lost), outages.add)
      const act = actBy(handler)
      const edit = editBy(act)
      const answer = await requestPaidEdit(act, edit, handler).then(
        () => 'accepted',
        (error: unknown) => (error instanceof EventStoreUnavailable ? 'unavailable' : error),
      )
      state.isBack = true
      const fresh = dispatcher(commandHandler(store))
      await vi.waitFor(async () => {
        const { editing, holds } = await fresh.stateOf(images, imageId)
        const isHeld = (await open(fresh)).includes(edit.holdId ?? '')
        expect([isHeld, holds[edit.holdId ?? ''] === 'used']).toEqual(
          edit.editId in editing.requested ? [true, true] : [false, false],
        )
      }, 5_000)
      await outages.stop()
      expect(['accepted', 'unavailable']).toContain(answer)
    },
  )
})
