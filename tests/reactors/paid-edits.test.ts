import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { credits } from '#domain/credits.ts'
import { stateOf } from '#domain/decider.ts'
import { versionFiles } from '#domain/image-versions.ts'
import { images } from '#domain/images.ts'
import type { dispatcher } from '../../backend/commands/dispatch.ts'
import { type PaidEditRequest, paidEdits, requestPaidEdit } from '../../backend/commands/images/paid-edits.ts'
import type { Act } from '../../backend/http/act.ts'
import { FileMissing, type Files } from '../../backend/providers/files.ts'
import type { ImageEdits } from '../../backend/providers/image-edits.ts'
import { ImageRefused } from '../../backend/providers/images.ts'
import { editImages, expireEdits } from '../../backend/reactors/edit-images.ts'
import { releaseAbandonedHolds } from '../../backend/reactors/release-abandoned-holds.ts'
import { settleCredits } from '../../backend/reactors/settle-credits.ts'
import { expectEachReached, runsOf } from '../walk.ts'
import { type Happening, of, simulated, workingTime } from './simulated.ts'

const [userId, imageId, originalId] = [randomUUID(), randomUUID(), randomUUID()]
const cost = 2

/** What a person does, after so many turns; `key` is the Idempotency-Key. `dies`: after so many calls of the store. */
const deed = fc.record({
  what: fc.constantFrom('edit', 'edit', 'edit', 'cancel', 'discard', 'delete', 'restore'),
  key: fc.nat({ max: 3 }),
  after: fc.nat({ max: 40 }),
  dies: fc.option(fc.nat({ max: 8 }), { freq: 5 }),
})
const outcome = fc.constantFrom('picture', 'picture', 'filtered', 'fault')
const keys = Array.from({ length: 4 }, () => randomUUID())

const askedBy = (act: Act): PaidEditRequest => ({
  imageId,
  editId: act.idFor('edit'),
  userId,
  tool: 'replace',
  prompt: 'a hat',
  searchPrompt: '',
  originalId,
  growth: null,
  mask: null,
  premium: false,
  nsfw: false,
  seed: 1,
  provider: 'Chance',
  cost,
  holdId: act.idFor('hold'),
})
const file = { key: 'images/original.png', mime: 'image/png', width: 8, height: 8, size: 1 } as const
const uploaded = { imageId, userId, campaignId: null, conjurationId: null, name: null, file }

type Handler = ReturnType<typeof dispatcher>
const deeds: Record<string, (act: Act, handler: Handler) => Promise<unknown>> = {
  upload: (act) => act.send(images, imageId, { type: 'UploadImage', data: uploaded }),
  edit: (act, handler) => requestPaidEdit(act, askedBy(act), handler),
  async cancel(act, handler) {
    const [editId] = (await handler.stateOf(images, imageId)).editing.line
    if (editId) await act.send(images, imageId, { type: 'CancelEdit', data: { imageId, editId } })
  },
  discard: (act) => act.send(images, imageId, { type: 'DiscardEdits', data: { imageId, since: originalId, userId } }),
  delete: (act) => act.send(images, imageId, { type: 'DeleteImage', data: { imageId } }),
  restore: (act) => act.send(images, imageId, { type: 'RestoreImage', data: { imageId } }),
}

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
  const stored = new Set<string>([file.key])
  let made = 0
  const time = workingTime(patience, stall, turn)
  const editor: ImageEdits = {
    name: 'Chance',
    source: 'here',
    tools: ['replace'],
    async edit({ image: { width, height }, seed }) {
      const outcome = outcomes[made++ % outcomes.length]
      await turn()
      await time.answered()
      if (outcome === 'filtered') throw new ImageRefused('filtered', 'No')
      if (outcome === 'fault') throw new Error('The provider stumbled')
      return [{ bytes: Buffer.of(1), mime: 'image/png', width, height, seed, madeBy: 'Chance' }]
    },
  }
  const files: Pick<Files, 'put' | 'get' | 'remove'> = {
    async put(key) {
      await turn()
      stored.add(key)
    },
    async get(key) {
      await turn()
      if (!stored.has(key)) throw new FileMissing(key)
      return Buffer.of(1)
    },
    async remove(key) {
      await turn()
      stored.delete(key)
    },
  }
  const reactors = [
    editImages({
      editor: () => editor,
      files: files as Files,
      mayEdit: async () => true,
      withinTime: time.withinTime,
      // A provider that does not stop when it is told to.
      cancellations: { during: (_id, _attempt, work) => work(new AbortController().signal) },
    }),
    ...expireEdits(),
    releaseAbandonedHolds([paidEdits]),
    settleCredits([paidEdits]),
  ]
  const urlOf = (what: string) => `/${what}`
  const log = await simulated({ happening, deeds, reactors, keys, urlOf, userId, amount: 20, patience, breaks, turn })
  return { log, stored }
}

it('an edit is paid for once and comes once, or comes not and costs nothing, whatever happens in whatever order', async () => {
  const seen = { made: 0, cancelled: 0, failed: 0, late: 0, lapsed: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(deed, { minLength: 1, maxLength: 8 }),
      fc.record({
        outcomes: fc.array(outcome, { minLength: 1, maxLength: 4 }),
        patience: fc.nat({ max: 60 }),
        breaks: fc.option(fc.nat({ max: 8 }), { freq: 3 }),
        stall: fc.oneof(fc.constant(0), fc.nat({ max: 80 })),
      }),
      async (scheduler, happening, chance) => {
        const turn = () => scheduler.schedule(Promise.resolve())
        const first = ['upload', 'edit'].map((what) => ({ what, key: 0, after: 0, dies: null }))
        const { log, stored } = await scheduler.waitFor(play([...first, ...happening], chance, turn))

        const told = of(log, 'images-')
        const ledger = of(log, 'credits-')
        const ofType = (type: string) => told.filter((event) => event.type === type).map(({ data }) => data)
        const ends = told.filter(({ type }) => /^ImageEdit(ed|Failed|Filtered|TimedOut|Cancelled)$/.test(type))
        const asked = ofType('ImageEditRequested')
        // Each that was asked for had one turn at most, and one end.
        expect(ends.map(({ data }) => data.editId).toSorted()).toEqual(asked.map(({ editId }) => editId).toSorted())
        const begun = ofType('ImageEditStarted').map(({ editId }) => editId)
        expect(new Set(begun).size).toBe(begun.length)
        // What came is paid for, and nothing else is.
        const made = ofType('ImageEdited')
        const captured = ledger.filter(({ type }) => type === 'CreditsCaptured').map(({ data }) => data.holdId)
        expect(captured.toSorted()).toEqual(made.map(({ holdId }) => holdId).toSorted())
        const wallet = stateOf(credits, ledger as never)
        expect([wallet.open, wallet.available]).toEqual([{}, 20 - cost * made.length])
        const held = ledger.filter(({ type }) => type === 'CreditsHeld').map(({ data }) => data.holdId)
        const ended = ledger.filter(({ type }) => /Captured|Released/.test(type)).map(({ data }) => data.holdId)
        expect(ended.toSorted()).toEqual(held.toSorted())
        // What nobody was given is not kept either.
        const image = stateOf(images, told as never)
        const kept = image.original ? versionFiles(image).map(({ key }) => key) : [file.key]
        expect([...stored].toSorted()).toEqual(kept.toSorted())
        seen.made += made.length
        seen.cancelled += ofType('ImageEditCancelled').length
        seen.failed += ofType('ImageEditFailed').length
        seen.late += ofType('ImageEditTimedOut').length
        seen.lapsed += ofType('ImageHoldLapsed').length
      },
    ),
    { numRuns: runsOf(60, 5000) },
  )
  expectEachReached(seen)
})
