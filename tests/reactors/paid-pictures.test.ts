import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { credits } from '#domain/credits.ts'
import { stateOf } from '#domain/decider.ts'
import { imageModels } from '#domain/image-catalogue.ts'
import { type ImageRequest, images } from '#domain/images.ts'
import type { dispatcher } from '../../backend/commands/dispatch.ts'
import { ask, paidImages, requestImageAgain } from '../../backend/commands/images/paid-images.ts'
import type { Act } from '../../backend/http/act.ts'
import type { Files } from '../../backend/providers/files.ts'
import { ImageRefused, type Images } from '../../backend/providers/images.ts'
import { expireImages } from '../../backend/reactors/expire-images.ts'
import { generateImages } from '../../backend/reactors/generate-images.ts'
import type { AnyReactor } from '../../backend/reactors/reactor.ts'
import { releaseAbandonedHolds } from '../../backend/reactors/release-abandoned-holds.ts'
import { settleCredits } from '../../backend/reactors/settle-credits.ts'
import type { WithinWorkTime } from '../../backend/reactors/work-time.ts'
import { expectEachReached, runsOf } from '../walk.ts'
import { type Happening, of, simulated, workingTime } from './simulated.ts'

const [userId, imageId] = [randomUUID(), randomUUID()]
const vista = imageModels.find(({ slug }) => slug === 'studio-vista')
if (!vista) throw new Error('The catalogue has no studio-vista')
const model = vista

/**
 * What a person does, after so many turns; `key` is the Idempotency-Key, so that two of one kind with one key are a repeat.
 * `dies`: after so many calls of the store.
 */
const deed = fc.record({
  what: fc.constantFrom('request', 'retry', 'retry', 'cancel', 'cancel', 'delete', 'restore'),
  key: fc.nat({ max: 2 }),
  after: fc.nat({ max: 40 }),
  dies: fc.option(fc.nat({ max: 8 }), { freq: 5 }),
})
const outcome = fc.constantFrom('picture', 'picture', 'filtered', 'fault')

const keys = [randomUUID(), randomUUID(), randomUUID()]
const deeds: Record<string, (act: Act, handler: ReturnType<typeof dispatcher>) => Promise<unknown>> = {
  request: (act, handler) => ask(act, handler, [requestOf(act)]),
  retry: (act, handler) => requestImageAgain(act, imageId, handler, async () => model),
  cancel: (act) => act.send(images, imageId, { type: 'CancelImage', data: { imageId } }),
  delete: (act) => act.send(images, imageId, { type: 'DeleteImage', data: { imageId } }),
  restore: (act) => act.send(images, imageId, { type: 'RestoreImage', data: { imageId } }),
}

const requestOf = (act: Act): ImageRequest => ({
  imageId,
  userId,
  campaignId: null,
  conjurationId: null,
  requestId: act.idFor('request'),
  holdId: act.idFor('hold', imageId),
  cost: 2,
  modelId: model.id,
  modelName: model.name,
  type: 'IMAGE',
  prompt: 'A drowned chapel',
  negativePrompt: '',
  stylePreset: null,
  width: 1024,
  height: 1024,
  seed: 7,
  nsfw: false,
  reference: null,
})

interface Chance {
  outcomes: readonly string[]
  patience: number
  breaks: number | null
  /** Turns for which the process stands still once the provider has answered. */
  stall: number
}

/** Everything that people, workers, timers and the provider do, each step in the order that `turn` gives. */
const play = async (
  happening: readonly Happening[],
  { outcomes, patience, breaks, stall }: Chance,
  turn: () => Promise<unknown>,
) => {
  const stored = new Set<string>()
  /** Files whose pictures the provider answered before their deadline. */
  const inTime = new Set<string>()
  let drawn = 0
  const time = workingTime(patience, stall, turn)
  const attempts = new AsyncLocalStorage<{ deadline: AbortSignal; isInTime: boolean }>()
  const withinTime: WithinWorkTime = (reaction, ms, work) =>
    time.withinTime(reaction, ms, (over) =>
      attempts.getStore() ? work(over) : attempts.run({ deadline: over, isInTime: false }, () => work(over)),
    )

  const painter: Images = {
    name: 'Chance',
    models: [model.slug],
    async generate({ width, height, seed }) {
      const outcome = outcomes[drawn++ % outcomes.length]
      await turn()
      const attempt = attempts.getStore()
      if (attempt) attempt.isInTime = !attempt.deadline.aborted
      await time.answered()
      if (outcome === 'filtered') throw new ImageRefused('filtered', 'No')
      if (outcome === 'fault') throw new Error('The provider stumbled')
      return { bytes: Buffer.of(1), mime: 'image/png', width, height, seed, madeBy: 'Chance' }
    },
  }
  const files: Pick<Files, 'put' | 'remove'> = {
    async put(key) {
      await turn()
      stored.add(key)
      if (attempts.getStore()?.isInTime) inTime.add(key)
      else inTime.delete(key)
    },
    async remove(key) {
      await turn()
      stored.delete(key)
    },
  }
  const reactors: AnyReactor[] = [
    generateImages({
      painter: () => ({ images: painter, slug: model.slug }),
      files: files as Files,
      withinTime,
      // A provider that does not stop when it is told to.
      cancellations: { during: (_imageId, _attempt, work) => work(new AbortController().signal) },
    }),
    ...expireImages(),
    releaseAbandonedHolds([paidImages]),
    settleCredits([paidImages]),
  ]

  const urlOf = (what: string) => `/${what}`
  const log = await simulated({ happening, deeds, reactors, keys, urlOf, userId, amount: 10, patience, breaks, turn })
  return { log, stored, inTime }
}

it('a picture is paid for once, or was answered after the deadline, whatever happens in whatever order', async () => {
  const ends = { charged: 0, late: 0, dropped: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(deed, { minLength: 1, maxLength: 7 }),
      fc.record({
        outcomes: fc.array(outcome, { minLength: 1, maxLength: 4 }),
        patience: fc.nat({ max: 60 }),
        breaks: fc.option(fc.nat({ max: 8 }), { freq: 3 }),
        stall: fc.oneof(fc.constant(0), fc.nat({ max: 80 })),
      }),
      async (scheduler, happening, chance) => {
        const turn = () => scheduler.schedule(Promise.resolve())
        const first = { what: 'request', key: 0, after: 0, dies: null }
        const { log, stored, inTime } = await scheduler.waitFor(play([first, ...happening], chance, turn))

        const pictures = of(log, 'images-')
        const ledger = of(log, 'credits-')
        const came = pictures.filter(({ type }) => type === 'ImageGenerated')
        for (const { data, revision } of came) {
          const before = pictures.filter((event) => event.revision < revision && event.data.attempt === data.attempt)
          const gaveUp = before.filter(({ type }) => type === 'ImageTimedOut').length
          const captured = ledger.filter(
            (event) => event.type === 'CreditsCaptured' && event.data.holdId === data.holdId,
          )
          expect([captured.length, gaveUp, data.charged]).toEqual(data.charged ? [1, 0, true] : [0, 1, false])
          expect(before.some(({ type }) => type === 'ImageCancelled')).toBe(false)
          // However long the process stood still between the answer and its recording.
          expect(data.charged).toBe(inTime.has(data.file.key))
          ends[data.charged ? 'charged' : 'late']++
        }
        // Everything that was held came to its end, once, and nothing else was taken.
        const wallet = stateOf(credits, ledger as never)
        expect(wallet.open).toEqual({})
        expect(wallet.available).toBe(10 - 2 * came.filter(({ data }) => data.charged).length)
        const held = ledger.filter(({ type }) => type === 'CreditsHeld').map(({ data }) => data.holdId)
        const ended = ledger.filter(({ type }) => /Captured|Released/.test(type)).map(({ data }) => data.holdId)
        expect(ended.toSorted()).toEqual(held.toSorted())
        // What nobody was given is not kept either, unless it may still come, late.
        const lapsed = pictures.filter(({ type }) => type === 'ImageTimedOut')
        const late = lapsed.map(({ data }) => `images/${imageId}/${data.attempt}.png`)
        const given = came.map(({ data }) => data.file.key)
        expect(given.filter((key) => !stored.has(key))).toEqual([])
        expect([...stored].filter((key) => !given.includes(key) && !late.includes(key))).toEqual([])
        if (came.length === 0) ends.dropped++
      },
    ),
    { numRuns: runsOf(80, 5000) },
  )
  expectEachReached(ends)
})
