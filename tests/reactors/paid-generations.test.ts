import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { credits } from '#domain/credits.ts'
import { stateOf } from '#domain/decider.ts'
import { type GenerationRequest, generations } from '#domain/generations.ts'
import { imageModels } from '#domain/image-catalogue.ts'
import { images } from '#domain/images.ts'
import { TemplateAttributes } from '#domain/template-attributes.ts'
import type { dispatcher } from '../../backend/commands/dispatch.ts'
import { paidImages } from '../../backend/commands/images/paid-images.ts'
import { ask } from '../../backend/commands/templates/generate.ts'
import { paidGenerations } from '../../backend/commands/templates/paid-generations.ts'
import type { Act } from '../../backend/http/act.ts'
import type { Files } from '../../backend/providers/files.ts'
import { ImageRefused, type Images } from '../../backend/providers/images.ts'
import { knowingNothing, TextFailed } from '../../backend/providers/text-model.ts'
import { expireGenerations } from '../../backend/reactors/expire-generations.ts'
import { expireImages } from '../../backend/reactors/expire-images.ts'
import { generateImages } from '../../backend/reactors/generate-images.ts'
import { giveBackPictures, makeGeneratedLore } from '../../backend/reactors/make-generated-lore.ts'
import type { AnyReactor } from '../../backend/reactors/reactor.ts'
import { releaseAbandonedHolds } from '../../backend/reactors/release-abandoned-holds.ts'
import { settleCredits } from '../../backend/reactors/settle-credits.ts'
import { writeFromTemplates } from '../../backend/reactors/write-from-templates.ts'
import { quickTexts } from '../quick-texts.ts'
import { untrusted } from '../untrusted.ts'
import { expectEachReached, runsOf } from '../walk.ts'
import { type Happening, of, simulated, workingTime } from './simulated.ts'

const userId = randomUUID()
const [model] = imageModels
if (!model) throw new Error('There is no model')
const attributes = TemplateAttributes.parse([{ id: randomUUID(), name: 'Price', prompt: 'Say the price' }])

/** What a person does, after so many turns; one key is one request, and its repeat. `dies`: after so many calls of the store. */
const deed = fc.record({
  what: fc.constantFrom('request', 'cancel', 'cancel', 'cancelImage'),
  key: fc.nat({ max: 1 }),
  after: fc.nat({ max: 40 }),
  dies: fc.option(fc.nat({ max: 8 }), { freq: 4 }),
})
const outcome = fc.constantFrom('well', 'well', 'filtered', 'fault', 'refused')
const keys = [randomUUID(), randomUUID()]

const requestOf = (act: Act): GenerationRequest => ({
  generationId: act.id,
  userId,
  campaignId: null,
  templateId: randomUUID(),
  templateName: 'Tavern',
  tags: [],
  place: { conjurationId: act.idFor('conjuration'), collectionId: null, visibility: 'PRIVATE' },
  attributes,
  guidance: '',
  guidanceContext: [],
  holdId: act.idFor('hold'),
  cost: 2,
  picture: { imageId: act.idFor('image'), holdId: act.idFor('image hold'), cost: 5, modelId: model.id },
})
const deeds: Record<string, (act: Act, handler: ReturnType<typeof dispatcher>) => Promise<unknown>> = {
  request: (act, handler) => ask(act, handler, { ...requestOf(act), templateId: userId }),
  cancel: (act) => act.send(generations, act.id, { type: 'CancelGeneration', data: { generationId: act.id } }),
  cancelImage: (act) => {
    const imageId = act.idFor('image')
    return act.send(images, imageId, { type: 'CancelImage', data: { imageId } })
  },
}

interface Chance {
  outcomes: readonly string[]
  patience: number
  breaks: number | null
  /** Turns for which the process stands still once a port has answered. */
  stall: number
}

/** Everything that people, workers, timers and both ports do, each step in the order that `turn` gives. */
const play = async (
  happening: readonly Happening[],
  { outcomes, patience, breaks, stall }: Chance,
  turn: () => Promise<unknown>,
) => {
  let made = 0
  const { withinTime, answered } = workingTime(patience, stall, turn)
  const chance = async (refuse: (kind: 'filtered' | 'refused') => Error) => {
    const outcome = outcomes[made++ % outcomes.length]
    await turn()
    await answered()
    if (outcome === 'filtered' || outcome === 'refused') throw refuse(outcome)
    if (outcome === 'fault') throw new Error('The provider stumbled')
  }
  const painter: Images = {
    name: 'Chance',
    models: [model.slug],
    async generate({ width, height, seed }) {
      await chance((kind) => new ImageRefused(kind, 'No'))
      return { bytes: Buffer.of(1), mime: 'image/png', width, height, seed, madeBy: 'Chance' }
    },
  }
  const files: Pick<Files, 'put' | 'remove'> = { put: async () => undefined, remove: async () => undefined }
  // Ports that do not stop when they are told to.
  const cancellations = {
    during: <T>(_id: string, _attempt: number, work: (signal: AbortSignal) => Promise<T>) =>
      work(new AbortController().signal),
  }
  const reactors: AnyReactor[] = [
    writeFromTemplates({
      textModel: quickTexts(() => chance((kind) => new TextFailed(kind, 'No'))),
      cancellations,
      withinTime,
      knowing: async () => ({ known: knowingNothing, used: [], omitted: [], marks: [] }),
    }),
    ...expireGenerations(),
    makeGeneratedLore({ nameOf: () => 'Longlight Vista', untrusted }),
    giveBackPictures,
    generateImages({
      painter: () => ({ images: painter, slug: model.slug }),
      files: files as Files,
      cancellations,
      withinTime,
    }),
    ...expireImages(),
    releaseAbandonedHolds([paidGenerations, paidImages]),
    settleCredits([paidGenerations, paidImages]),
  ]
  // One act is a request and what is done about it.
  const urlOf = () => '/request'
  return simulated({ happening, deeds, reactors, keys, urlOf, userId, amount: 20, patience, breaks, turn })
}

it('texts are paid for once, a picture by itself, and without texts there is neither lore nor picture, in whatever order', async () => {
  const ends = { both: 0, textAlone: 0, nothing: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(deed, { minLength: 1, maxLength: 6 }),
      fc.record({
        outcomes: fc.array(outcome, { minLength: 1, maxLength: 4 }),
        patience: fc.nat({ max: 80 }),
        breaks: fc.option(fc.nat({ max: 10 }), { freq: 3 }),
        stall: fc.oneof(fc.constant(0), fc.nat({ max: 80 })),
      }),
      async (scheduler, happening, chance) => {
        const turn = () => scheduler.schedule(Promise.resolve())
        const first = { what: 'request', key: 0, after: 0, dies: null }
        const log = await scheduler.waitFor(play([first, ...happening], chance, turn))

        const ledger = of(log, 'credits-')
        const captured = (holdId: string) =>
          ledger.filter(({ type, data }) => type === 'CreditsCaptured' && data.holdId === holdId).length
        let spent = 0
        for (const { data: asked } of of(log, 'generations-').filter(({ type }) => type === 'GenerationRequested')) {
          const mine = of(log, `generations-${asked.generationId}`).map(({ type }) => type)
          const isWritten = mine.includes('GenerationWritten')
          const lore = of(log, `conjurations-${asked.place.conjurationId}`).map(({ type }) => type)
          const pictures = of(log, `images-${asked.picture.imageId}`)
          const drawn = pictures.filter(({ type, data }) => type === 'ImageGenerated' && data.charged)
          expect(mine.filter((type) => /(Written|Failed|Filtered|TimedOut|Cancelled)$/.test(type))).toHaveLength(1)
          expect(captured(asked.holdId)).toBe(isWritten ? 1 : 0)
          expect(lore.filter((type) => type === 'ConjurationCreated')).toHaveLength(isWritten ? 1 : 0)
          expect(lore.filter((type) => type === 'SegmentAdded')).toHaveLength(isWritten ? 1 : 0)
          expect(captured(asked.picture.holdId)).toBe(drawn.length)
          if (!isWritten) expect(pictures.filter(({ type }) => type === 'ImageRequested')).toEqual([])
          expect(mine.includes('GenerationCompleted')).toBe(isWritten)
          spent += (isWritten ? 2 : 0) + 5 * drawn.length
          ends[drawn.length > 0 ? 'both' : isWritten ? 'textAlone' : 'nothing']++
        }
        // Everything that was held came to its end, once, and nothing else was taken.
        const wallet = stateOf(credits, ledger as never)
        expect(wallet.open).toEqual({})
        expect(wallet.available).toBe(20 - spent)
      },
    ),
    { numRuns: runsOf(80, 5000) },
  )
  expectEachReached(ends)
})
