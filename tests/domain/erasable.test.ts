import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { campaignEvents } from '#domain/campaigns.ts'
import { checkEvents } from '#domain/checks.ts'
import { collectionEvents } from '#domain/collections.ts'
import { conjurationEvents } from '#domain/conjurations.ts'
import { creditEvents } from '#domain/credit-events.ts'
import { erasable, erasablePaths, withErasable, withoutErasable } from '#domain/erasable.ts'
import { exportEvents } from '#domain/exports.ts'
import { imageEvents } from '#domain/images.ts'
import { lookEvents } from '#domain/looks.ts'
import { mapEvents } from '#domain/maps.ts'
import { operationEvents } from '#domain/operations.ts'
import { replyEvents } from '#domain/reply-templates.ts'
import { segmentEvents } from '#domain/segments.ts'
import { sessionEvents } from '#domain/sessions.ts'
import { supportEvents } from '#domain/support.ts'
import { tableEvents } from '#domain/tables.ts'
import { textEvents } from '#domain/text-events.ts'
import { userEvents } from '#domain/users.ts'
import { writingEvents } from '#domain/writings.ts'

const Letter = z.object({
  id: z.uuid(),
  title: erasable(z.string()),
  tags: erasable(z.array(z.string())),
  sender: z.object({ name: erasable(z.string()).nullable(), age: z.int() }).optional(),
})

describe('what must be erasable', () => {
  it('is taken out, wherever it stands, and leaves the shape of what was said', () => {
    expect(
      withoutErasable(Letter, { id: 'l1', title: 'To Wren', tags: ['sea'], sender: { name: 'Ines', age: 40 } }),
    ).toEqual({
      rest: { id: 'l1', title: '', tags: [], sender: { name: '', age: 40 } },
      part: { title: 'To Wren', tags: ['sea'], 'sender.name': 'Ines' },
    })
  })

  it('is nothing where nothing is written', () => {
    expect(withoutErasable(Letter, { id: 'l1', title: '', tags: [], sender: { name: null, age: 1 } })).toBeUndefined()
  })

  it('comes back as it was', () => {
    const letter = fc.record(
      {
        id: fc.uuid(),
        title: fc.string(),
        tags: fc.array(fc.string()),
        sender: fc.record({ name: fc.option(fc.string()), age: fc.integer() }),
      },
      { requiredKeys: ['id', 'title', 'tags'] },
    )
    fc.assert(
      fc.property(letter, (said) => {
        const split = withoutErasable(Letter, said)
        expect(split ? withErasable(split.rest, split.part) : said).toEqual(said)
      }),
    )
  })
})

/** Texts that nobody writes: ids of other systems, addresses in the file store, names that we give. */
const notWritten = new Set([
  ...[
    'ImageRequested.modelName',
    'ImageTokenMade.file.key',
    'ImageRequested.stylePreset',
    'ImageRequested.reference.key',
    'ImageGenerated.madeBy',
  ],
  ...['mask.key', 'provider', 'original.key', 'original.mime'].map((field) => `ImageEditRequested.${field}`),
  ...[
    'ImageEdited.file.key',
    'ImageEdited.file.mime',
    'ImageEdited.madeBy',
    'ImageShown.file.key',
    'ImageShown.file.mime',
  ],
  ...['ImageGenerated.file.key', 'ImageGenerated.file.mime', 'ImageUploaded.file.key', 'ImageUploaded.file.mime'],
  ...[
    'CampaignFileAdded.file.key',
    'CampaignFileAdded.file.mime',
    'CampaignFilePurged.key',
    'BackgroundImageChanged.key',
    'SupportScreenshotAdded.file.key',
    'SupportScreenshotRemoved.key',
    'TranscriptAdded.file.key',
    'TranscriptPurged.key',
  ],
  'CampaignCreated.publicAdventureCode',
  ...['CreditsHeld', 'CreditsCaptured', 'CreditsReleased'].flatMap((type) => [
    `${type}.purpose.kind`,
    `${type}.purpose.stream`,
  ]),
  ...['provider', 'model', 'madeBy', 'marks'].map((field) => `WritingFinished.${field}`),
  ...['WritingFailed.message', 'AccountLookedAt.position'],
  ...['sha256', 'signature', 'signedBy'].map((field) => `StatementMade.${field}`),
  ...['DoorAdded', 'DoorChanged', 'DoorRemoved'].map((type) => `${type}.doorId`),
  ...['ImpersonationBegan.sessionId', 'ImpersonationEnded.sessionId', 'SignedIn.sessionId', 'SignedOut.sessionId'],
])

/** Every text of a schema that is no id, time or one of a few words. */
const textsIn = (schema: z.ZodType, path: readonly string[] = []): string[] => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return textsIn(schema.unwrap() as z.ZodType, path)
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, value]) => textsIn(value as z.ZodType, [...path, key]))
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodString) return [path.join('.')]
  return schema instanceof z.ZodString && schema.format === null ? [path.join('.')] : []
}

describe('in the events of today', () => {
  const all = {
    ...checkEvents,
    ...campaignEvents,
    ...collectionEvents,
    ...conjurationEvents,
    ...creditEvents,
    ...imageEvents,
    ...operationEvents,
    ...segmentEvents,
    ...sessionEvents,
    ...textEvents,
    ...exportEvents,
    ...lookEvents,
    ...mapEvents,
    ...supportEvents,
    ...replyEvents,
    ...tableEvents,
    ...userEvents,
    ...writingEvents,
  }

  it.each(Object.entries(all))('every text of %s that people write can be erased', (type, schema) => {
    const erasables = new Set(erasablePaths(schema).map((path) => path.join('.')))
    const left = textsIn(schema).filter((path) => !erasables.has(path) && !notWritten.has(`${type}.${path}`))
    expect(left).toEqual([])
  })
})
