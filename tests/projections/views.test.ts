import { describe, expect, it } from 'vitest'
import type { Envelope } from '#domain/metadata.ts'
import { accessView } from '#projections/access.ts'
import { accountsView } from '#projections/accounts.ts'
import { campaignsView, membersView } from '#projections/campaigns.ts'
import { creditTransactionsView } from '#projections/credit-transactions.ts'
import { ImageRow, imagesView, isPrimary } from '#projections/images.ts'
import { walletsView } from '#projections/wallets.ts'
import { rowsOf, stored } from './envelope.ts'

const id = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`
const [imageId, otherImage, userId, holdId, campaignId, loreId] = [id(1), id(2), id(3), id(4), id(5), id(6)]
const file = { key: 'images/a/1.png', mime: 'image/png', width: 1216, height: 832, size: 9 }

const request = (over: object = {}) =>
  stored('ImageRequested', {
    imageId,
    userId,
    campaignId,
    conjurationId: null,
    requestId: id(7),
    holdId,
    cost: 2,
    modelId: id(8),
    modelName: 'Longlight Vista',
    type: 'IMAGE',
    prompt: 'A low moon',
    negativePrompt: '',
    stylePreset: null,
    width: 1216,
    height: 832,
    seed: 7,
    nsfw: false,
    reference: null,
    ...over,
  })
const outcome = { imageId, userId, holdId, attempt: 1 }
const generated = stored('ImageGenerated', { ...outcome, file, seed: 7, madeBy: 'Drawn here', charged: true })
const uploaded = (image: string) =>
  stored('ImageUploaded', { imageId: image, userId, campaignId, conjurationId: loreId, name: null, file })

describe('the gallery', () => {
  it('shows a picture queued, running and done', () => {
    const started = stored('ImageStarted', { imageId, attempt: 1 })
    const status = (...events: Parameters<typeof rowsOf>[1][]) => rowsOf(imagesView, ...events)[0]?.status
    expect(status(request())).toBe('IN_QUEUE')
    expect(status(request(), started)).toBe('IN_PROGRESS')
    expect(status(request(), started, stored('ImageRetrying', { imageId, attempt: 1 }))).toBe('RETRYING')
    expect(status(request(), started, generated)).toBe('COMPLETED')
  })

  it('holds rows of the shape it is declared to have', () =>
    expect(rowsOf(imagesView, request(), generated).map((row) => ImageRow.strict().parse(row))).toHaveLength(1))

  it('gives a picture an address that names its version', () =>
    expect(rowsOf(imagesView, request(), generated)[0]).toMatchObject({
      uri: `/api/images/${imageId}/file/${generated.id}`,
      edits: [{ id: generated.id }],
      generating: false,
    }))

  it.each([
    ['ImageFailed', { ...outcome, code: 'failed', message: '' }, 'Generation failed after auto-retry attempts.'],
    ['ImageFiltered', { ...outcome, message: '' }, 'An error occurred during generation'],
    ['ImageFiltered', { ...outcome, message: 'Too much blood.' }, 'Too much blood.'],
    [
      'ImageTimedOut',
      outcome,
      'Image generation was cancelled after 3 minutes. Please try again with a simpler prompt.',
    ],
  ])('says why there is none: %s', (type, data, errorMessage) =>
    expect(rowsOf(imagesView, request(), stored(type, data))[0]).toMatchObject({
      failed: true,
      generating: false,
      errorMessage,
    }),
  )

  it('waits again from the moment of the retry', () => {
    const at = '2026-11-21T21:00:00.000Z'
    const retried = stored('ImageRetried', { ...outcome, attempt: 2 }, { at })
    expect(rowsOf(imagesView, request(), stored('ImageTimedOut', outcome), retried)[0]).toMatchObject({
      status: 'IN_QUEUE',
      failed: false,
      errorMessage: null,
      requestedAt: at,
      attempt: 2,
    })
  })

  describe('of lore', () => {
    const linked = (image: string, conjurationId: string | null = loreId) =>
      stored('ImageLinked', { imageId: image, conjurationId })
    const both = [uploaded(imageId), uploaded(otherImage), linked(imageId), linked(otherImage)]
    const primaries = (...events: Envelope[]) =>
      rowsOf(imagesView, ...both, ...events).flatMap((row) => (isPrimary(row) && !row.deletedAt ? [row.id] : []))
    const set = (image: string, type = 'ConjurationPrimaryImageSet') =>
      stored(type, { imageId: image, conjurationId: loreId })

    it('one is its primary, as its own stream says, or in old logs the picture’s', () => {
      expect(primaries(set(imageId), set(otherImage))).toEqual([otherImage])
      expect(primaries(set(imageId, 'PrimaryImageSet'), set(otherImage, 'PrimaryImageSet'))).toEqual([otherImage])
      expect(primaries(set(imageId, 'PrimaryImageSet'), set(otherImage))).toEqual([otherImage])
    })
    it('is its primary only while it is one of its own, and again when it comes back', () => {
      const away = stored('ImageMoved', { imageId, campaignId: otherImage, fromCampaignId: null })
      expect(primaries(set(imageId), linked(imageId, null))).toEqual([])
      expect(primaries(set(imageId), linked(imageId, null), linked(imageId))).toEqual([imageId])
      expect(primaries(set(imageId), away)).toEqual([])
      expect(primaries(set(imageId), stored('ImageDeleted', { imageId, campaignId }))).toEqual([])
    })
    it('that comes back from the Trash or elsewhere takes no other’s place', () => {
      const deleted = stored('ImageDeleted', { imageId, campaignId })
      const restored = stored('ImageRestored', { imageId, campaignId })
      expect(primaries(set(imageId), deleted, restored)).toEqual([imageId])
      expect(primaries(set(imageId), deleted, set(otherImage), restored)).toEqual([otherImage])
      expect(primaries(set(imageId), linked(imageId, null), set(otherImage), linked(imageId))).toEqual([otherImage])
    })
  })

  it('keeps what was deleted, with who and when, until it is restored', () => {
    const deleted = stored('ImageDeleted', { imageId, campaignId })
    expect(rowsOf(imagesView, request(), deleted)[0]).toMatchObject({
      deletedAt: deleted.at,
      deletedBy: deleted.metadata.actor,
    })
    const restored = stored('ImageRestored', { imageId, campaignId })
    expect(rowsOf(imagesView, request(), deleted, restored)[0]).toMatchObject({ deletedAt: null, deletedBy: null })
  })
})

describe('who may see what', () => {
  it('shows a picture without lore to its owner and the campaign’s DMs', () =>
    expect(rowsOf(accessView, request())).toMatchObject([
      { id: imageId, ownerId: userId, campaignId, visibility: 'DM' },
    ]))

  it('follows a picture to another campaign', () =>
    expect(
      rowsOf(
        accessView,
        request(),
        stored('ImageMoved', { imageId, campaignId: id(9), fromCampaignId: campaignId }),
      )[0],
    ).toMatchObject({ campaignId: id(9) }))
})

describe('credits', () => {
  const purpose = { kind: 'images', id: imageId, label: 'Image: Longlight Vista' }
  const granted = stored('CreditsGranted', {
    userId,
    grantId: id(20),
    amount: 100,
    source: 'welcome',
    comment: 'Welcome to Loreloom',
    balance: 100,
  })
  const held = stored('CreditsHeld', { userId, holdId, amount: 2, purpose, balance: 98 })
  const released = stored('CreditsReleased', { userId, holdId, amount: 2, purpose, reason: 'failed', balance: 100 })

  it('the wallet shows what may be spent', () => {
    expect(rowsOf(walletsView, granted, held)).toEqual([{ id: userId, available: 98 }])
    expect(rowsOf(walletsView, granted, held, released)).toEqual([{ id: userId, available: 100 }])
  })

  it('what is taken back, owed and settled stands in the history, and what was paid for and added nothing does not', () => {
    const takeBackId = id(30)
    const numbered = (n: number, type: string, data: object) => ({ ...stored(type, data), id: id(n) })
    const back = { userId, takeBackId, grantId: id(20), comment: 'Refund' }
    const lines = rowsOf(
      creditTransactionsView,
      granted,
      numbered(41, 'CreditsTakenBack', { ...back, cause: 'refund', amount: 70, owed: 30, balance: 30 }),
      stored('CreditsGranted', {
        userId,
        grantId: id(21),
        amount: 0,
        source: 'plan',
        comment: 'Pro plan',
        balance: 30,
      }),
      numbered(42, 'OwedCreditsSettled', {
        userId,
        grantId: id(22),
        amount: 20,
        balance: 10,
        settled: [{ takeBackId, amount: 20 }],
      }),
      numbered(43, 'CreditsGivenBack', { ...back, amount: 90, forgiven: 10, to: [], balance: 100 }),
    )
    expect(lines.map(({ quantity, owed, status }) => [quantity, owed, status])).toEqual([
      [100, 0, 'granted'],
      [-70, 30, 'taken_back'],
      [-20, -20, 'owed_settled'],
      [90, -10, 'given_back'],
    ])
  })

  it('the history’s lines add up to the balance, released ones left out', () => {
    const lines = rowsOf(creditTransactionsView, granted, held, released)
    expect(lines.map(({ quantity, status }) => [quantity, status])).toEqual([
      [100, 'granted'],
      [-2, 'released'],
    ])
  })
})

describe('accounts and campaigns', () => {
  it('a user starts on the free plan, and is told as banned with the reason', () => {
    const rows = rowsOf(
      accountsView,
      stored('UserRegistered', { userId, method: 'email', role: 'user' }),
      stored('UserBanned', { userId, reason: 'Spam' }),
    )
    expect(rows).toMatchObject([{ adminPlan: null, banned: true, banReason: 'Spam' }])
  })

  it('whoever makes a campaign owns it', () => {
    const created = stored('CampaignCreated', {
      campaignId,
      ownerId: userId,
      name: 'The Drowned Bells',
      description: '',
      rpgSystemCode: 'D&D',
      publicAdventureCode: null,
    })
    expect(rowsOf(membersView, created)).toMatchObject([{ campaignId, userId, role: 3 }])
    expect(rowsOf(campaignsView, created, stored('CampaignRenamed', { campaignId, name: 'Low Water' }))).toMatchObject([
      { name: 'Low Water' },
    ])
  })
})
