/** @module-tag long */
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { imageModels } from '#domain/image-catalogue.ts'
import { productTemplates } from '#domain/template-catalogue.ts'
import { eventOf } from '../api/appended.ts'
import { multipart } from '../api/multipart.ts'
import { uncoveredRoutes } from '../faults/abuse/coverage.ts'
import { quickTexts } from '../quick-texts.ts'
import { type Person, type Stack, startStack } from '../stack.ts'
import { describedRoutes, type Route } from './fuzz/routes.ts'
import { type Rule, rules } from './rights-table.ts'

/**
 * Every route that the API describes, asked by eight kinds of people about their own things, others', deleted and foreign ones, beside
 * the table of who is let in. A route that the table does not know fails.
 */

const kinds = ['nobody', 'stranger', 'removed', 'player', 'dm', 'owner', 'auditor', 'admin'] as const
type Kind = (typeof kinds)[number]
/** Somebody else who belongs to the campaign, and somebody who has another. */
type Everybody = Record<Kind | 'author' | 'foreigner', Person>

let stack: Stack
let people: Everybody
let picture: Buffer
const here = randomUUID()
const foreign = randomUUID()
/** A campaign of everybody who may own one, to move things to. */
const own = {} as Record<Kind, string>
let key: string

beforeAll(async () => {
  stack = await startStack({ textModel: quickTexts() })
  const admin = await stack.member('Admin')
  const names = ['stranger', 'removed', 'player', 'dm', 'owner', 'auditor', 'author', 'foreigner'] as const
  const signedUp = await Promise.all(names.map(async (name) => [name, await stack.signUp(name)] as const))
  people = { ...(Object.fromEntries(signedUp) as Everybody), admin, nobody: stack.anyone() }
  await stack.pool.query(`update auth."user" set role = 'auditor' where id = $1`, [people.auditor.id])
  picture = await sharp({ create: { width: 1024, height: 1024, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  await tell(`campaigns-${here}`, campaign(here, people.owner.id, true))
  await tell(`campaigns-${foreign}`, campaign(foreign, people.foreigner.id, false))
  for (const kind of kinds) {
    own[kind] = randomUUID()
    if (kind !== 'nobody') await tell(`campaigns-${own[kind]}`, campaign(own[kind], people[kind].id, false))
  }
  await caughtUp()
  for (const kind of ['auditor', 'admin'] as const)
    await people[kind].post('/api/audit/looks', { userId: people.owner.id, reason: 'Asked' })
  const form = multipart({ image: { bytes: picture, type: 'image/png' } })
  const { id } = (await people.owner.send('POST', `/api/images/upload?campaignId=${here}`, form.payload, form.headers))
    .body
  const { events } = await stack.store.read(`images-${id}`)
  const uploaded = z.object({ file: z.object({ key: z.string() }) }).parse(events[0]?.data)
  key = uploaded.file.key
})
afterAll(() => stack?.stop())

type Told = [type: string, data: object]
const tell = (stream: string, told: Told[]) =>
  stack.store.append(
    stream,
    told.map(([type, data]) => eventOf(type, data, people.owner.id)),
    'any',
  )
const caughtUp = async () => people.admin.get('/api/users/me', { 'min-position': String(await stack.store.head()) })

const campaign = (campaignId: string, ownerId: string, withAll: boolean): Told[] => {
  const made = { campaignId, ownerId, name: 'C', description: '', rpgSystemCode: 'D&D', publicAdventureCode: null }
  const joined = (who: keyof Everybody): Told => [
    'MemberJoined',
    { campaignId, userId: people[who].id, role: who === 'dm' ? 1 : 2, inviteId: randomUUID() },
  ]
  const all: Told[] = [
    ...(['removed', 'player', 'dm', 'author'] as const).map(joined),
    ['MemberRemoved', { campaignId, userId: people.removed.id }],
  ]
  return [['CampaignCreated', made], ...(withAll ? all : [])]
}

interface Thing {
  id: string
  ownerId: string
  campaignId: string
  /** Names a version of a picture. */
  version: string
  /** Of a conversation. */
  parts?: { messageId: string; answerId: string; fileId: string }
}

/** A thing of its column for somebody who asks about it. */
const make = async (about: Rule['about'], column: string, kind: Kind): Promise<Thing> => {
  const id = randomUUID()
  const campaignId = column === 'foreign' ? foreign : here
  const someone = people[column === 'foreign' ? 'foreigner' : 'author'].id
  const userId = column === 'own' ? people[kind].id || randomUUID() : someone
  const visibility = column === 'hidden' || column === 'own' ? 'PRIVATE' : 'CAMPAIGN'
  const isDeleted = column === 'deleted'
  const operationId = randomUUID()
  if (about === 'lore') {
    const data = { conjurationId: id, userId, campaignId, collectionId: null, visibility, name: 'L', description: '' }
    await tell(`conjurations-${id}`, [
      ['ConjurationCreated', { ...data, tags: [], copyOf: null }],
      ...(isDeleted ? [['ConjurationDeleted', { conjurationId: id, campaignId, operationId }] as Told] : []),
    ])
  }
  if (about === 'relationship') {
    const [sourceId, targetId] = [await make('lore', column, kind), await make('lore', column, kind)].map(
      ({ id }) => id,
    )
    await Promise.all(
      [sourceId, targetId].map((conjurationId) =>
        isDeleted
          ? tell(`conjurations-${conjurationId}`, [
              ['ConjurationRestored', { conjurationId, campaignId, operationId: randomUUID() }],
            ])
          : undefined,
      ),
    )
    const data = { relationshipId: id, userId, campaignId, sourceId, targetId, reverseId: null, comment: 'Owes' }
    await tell(`relationships-${id}`, [
      ['ConjurationRelationshipCreated', data],
      ...(isDeleted ? [['ConjurationRelationshipDeleted', { relationshipId: id, operationId }] as Told] : []),
    ])
  }
  if (about === 'segment') {
    const lore = await make('lore', column === 'deleted' ? 'shown' : column, kind)
    const of = { conjurationId: lore.id, segmentId: id }
    const data = {
      ...of,
      ownerId: lore.ownerId,
      campaignId,
      type: 'GALLERY',
      title: 'G',
      sortOrder: 0,
      isForDms: false,
    }
    await tell(`conjurations-${lore.id}`, [
      ['SegmentAdded', data],
      ...(isDeleted ? [['SegmentDeleted', { ...of, campaignId, operationId }] as Told] : []),
    ])
  }
  if (about === 'folder') {
    const data = { collectionId: id, userId, campaignId, name: 'F', parentCollectionId: null, visibility }
    const gone = { campaignId, collectionId: id, rootId: id, operationId }
    await tell(`collections-${campaignId}`, [
      ['CollectionCreated', data],
      ...(isDeleted ? [['CollectionDeleted', gone] as Told] : []),
    ])
  }
  if (about === 'image') {
    const file = { key, mime: 'image/png', width: 1024, height: 1024, size: picture.length }
    const data = { imageId: id, userId, campaignId, conjurationId: null, visibility, name: 'P', file }
    const uploaded = eventOf('ImageUploaded', data, userId)
    const gone = isDeleted ? [eventOf('ImageDeleted', { imageId: id, campaignId }, userId)] : []
    await stack.store.append(`images-${id}`, [uploaded, ...gone], 'any')
    return { id, ownerId: userId, campaignId, version: uploaded.id }
  }
  if (about === 'model') {
    const of = { modelId: id, userId, holdId: null }
    const file = { key, mime: 'image/png', size: picture.length }
    const wanted = { campaignId, conjurationId: null, cost: 0, prompt: 'A dwarf', picture: null, name: 'D' }
    const report = { triangles: 4, width: 1, height: 1, depth: 1, overhang: 0, warnings: [] }
    const done = { ...of, glb: file, preview: file, report, madeBy: 'M' }
    const seen = column === 'hidden' ? 'hidden' : 'shown'
    const isOfLore = column === 'shown' || column === 'deleted' || column === 'hidden'
    const lore = isOfLore ? (await make('lore', seen, kind)).id : null
    const requested = { ...of, ...wanted, conjurationId: lore, size: 'medium', seed: 1 }
    const completed = eventOf('ModelGenerationCompleted', done, userId)
    const gone = isDeleted ? [eventOf('ModelDeleted', { ...of, campaignId }, userId)] : []
    const all = [eventOf('ModelRequested', requested, userId), completed, ...gone]
    await stack.store.append(`models-${id}`, all, 'any')
    return { id, ownerId: userId, campaignId, version: completed.id }
  }
  if (about === 'transcript') {
    const of = {
      transcriptId: id,
      userId,
      campaignId,
      kind: 'TRANSCRIPT',
      title: 'T',
      sessionNumber: null,
      playedOn: null,
    }
    const file = { key: `transcripts/${id}/1.jsonl`, size: 9 }
    await stack.files.put(file.key, Buffer.from('{"speaker":0,"at":null,"text":"Toll"}'), 'application/x-ndjson')
    const added = { ...of, visibility, speakers: ['Wren'], file, lineCount: 1, seconds: null }
    await tell(`transcripts-${id}`, [
      ['TranscriptAdded', added],
      ...(isDeleted ? [['TranscriptDeleted', { transcriptId: id, campaignId }] as Told] : []),
    ])
  }
  if (about === 'recording') {
    const part = { key: `recordings/${id}/0-a`, size: 9 }
    const of = { recordingId: id, userId, campaignId, title: 'R', sessionNumber: null, playedOn: null, visibility }
    const sound = { consent: 'everyone-agreed', parts: [part], mime: 'audio/mpeg', extension: 'mp3' }
    const failed = { recordingId: id, campaignId, attempt: 1, code: 'busy' }
    await tell(`recordings-${id}`, [
      ['RecordingAdded', { ...of, ...sound }],
      ['TranscriptionFailed', failed],
    ])
  }
  if (about === 'map') {
    const file = { key, mime: 'image/png', width: 1024, height: 1024, size: picture.length }
    const of = { imageId: id, userId, holdId: randomUUID() }
    const wanted = { modelId: randomUUID(), modelName: 'M', type: 'MAP', prompt: 'A crypt', negativePrompt: '' }
    const look = { stylePreset: null, width: 1024, height: 1024, seed: 1, nsfw: false, reference: null }
    const where = { campaignId, conjurationId: null, ...(column === 'hidden' && { visibility }) }
    await tell(`images-${id}`, [
      ['ImageRequested', { ...of, ...where, requestId: randomUUID(), cost: 0, ...wanted, ...look }],
      ['ImageGenerated', { ...of, attempt: 1, file, seed: 1, madeBy: 'M', charged: true }],
      ...(isDeleted ? [['ImageDeleted', { imageId: id, campaignId }] as Told] : []),
    ])
  }
  if (about === 'file') {
    const file = { fileId: id, name: 'f.txt', key, mime: 'text/plain', size: picture.length }
    await tell(`campaigns-${campaignId}`, [
      ['CampaignFileAdded', { campaignId, addedBy: userId, file }],
      ...(isDeleted ? [['CampaignFileRemoved', { campaignId, fileId: id }] as Told] : []),
    ])
  }
  if (about === 'operation') {
    const begun = { operationId: id, kind: 'delete-images', userId, campaignId, total: 0, arguments: { ids: [] } }
    await tell(`operations-${id}`, [['OperationBegun', begun]])
  }
  if (about === 'conversation') {
    const [messageId, answerId, fileId] = [randomUUID(), randomUUID(), randomUUID()]
    const context = { conjurations: [], files: [], campaignFiles: [], storyVault: false, campaign: false }
    const message = { conversationId: id, messageId, parentId: null, answerId, context, message: 'Who rang it?' }
    const file = { fileId, name: 'f.txt', key: `conversations/${id}/${fileId}/1.txt`, mime: 'text/plain', size: 4 }
    await stack.files.put(file.key, Buffer.from('Toll'), file.mime)
    await tell(`conversations-${id}`, [
      ['ConversationStarted', { conversationId: id, userId, campaignId, title: 'C' }],
      ['FileAttached', { conversationId: id, userId, campaignId, ...file }],
      ['MessageSent', message],
      ['AnswerConcluded', { conversationId: id, answerId }],
    ])
    return { id, ownerId: userId, campaignId, version: '', parts: { messageId, answerId, fileId } }
  }
  if (about === 'writing') {
    const context = { targetConjurationId: null, conjurationIds: [], fileIds: [], campaign: false, storyVault: false }
    const of = { writingId: id, userId, campaignId, segmentId: null, purpose: 'text', isAwaited: true }
    const by = { provider: 'P', model: 'M', madeBy: 'M', inputTokens: 1, outputTokens: 1, cost: 0 }
    const read = { used: [], omitted: [], marks: [] }
    await tell(`writings-${id}`, [
      ['WritingRequested', { ...of, ...context, prompt: 'A bell' }],
      ['WritingFinished', { writingId: id, ...by, ...read, text: 'It tolls.' }],
    ])
  }
  if (about === 'support request') {
    const asked = { requestId: id, userId, type: 'Other', diagnostics: {}, isPriority: false, email: null }
    // A file of its own, since one of these routes removes it.
    const shot = { key: `support/${id}/1.png`, mime: 'image/png', size: picture.length }
    await stack.files.put(shot.key, picture, shot.mime)
    await tell(`support-${id}`, [
      ['SupportRequested', { ...asked, description: 'It does not open.' }],
      ['SupportScreenshotAdded', { requestId: id, userId, file: shot }],
    ])
  }
  if (about === 'quote') {
    const none = { requested: false, details: '' }
    const street = { firstName: 'A', lastName: 'Q', addressLine1: '1', addressLine2: '' }
    const address = { ...street, country: 'USA', city: 'T', state: 'ME', zipCode: '04101' }
    const wanted = { size: 'Medium (~28mm)', painted: 'Unpainted', quantity: 1, notes: '', address }
    const quote = { quoteId: id, userId, modelId: randomUUID(), ...wanted }
    await tell(`quotes-${userId}`, [
      ['QuoteRequested', { ...quote, customization3D: none, professionalPainting: none }],
    ])
  }
  if (about === 'campaign') {
    const all = column !== 'foreign'
    const inviteId = randomUUID()
    const invited: Told = [
      'InvitationCreated',
      { campaignId: id, inviteId, createdBy: people.foreigner.id, expiresAt: null },
    ]
    await tell(`campaigns-${id}`, [
      ...campaign(id, people[all ? 'owner' : 'foreigner'].id, all),
      invited,
      ...(isDeleted ? [['CampaignDeleted', { campaignId: id }] as Told] : []),
    ])
    return { id, ownerId: userId, campaignId: id, version: inviteId }
  }
  return { id, ownerId: userId, campaignId, version: '' }
}

const [tavern] = productTemplates.filter(({ name }) => name === 'Tavern')
if (!tavern) throw new Error('There is no tavern')
const aTemplate = { name: 'T', attributes: tavern.attributes }

/** What a route is to be sent beside the thing's id, where that is not in its address. */
const billingAddress = { line1: '1 Quay', city: 'Tidewater', state: 'ME', postalCode: '04101', country: 'US' }
const yearlyPro = { plan: 'PRO', interval: 'YEARLY' }

const bodies: Record<string, (thing: Thing, kind: Kind) => object> = {
  'POST /api/users/tokens': () => ({ token: 'sv_any', type: 'STORY_VAULT' }),
  'POST /api/admin/credits/add': () => ({ userId: people.owner.id, credits: 1, reason: 'Thanks' }),
  'POST /api/admin/credits/remove': () => ({ userId: people.owner.id, credits: 1, reason: 'Twice' }),
  'POST /api/admin/subscription/change': () => ({ userId: people.foreigner.id, plan: 'BASIC', reason: 'Gift' }),
  'POST /api/admin/kickstarter-tier/update': () => ({
    userId: people.foreigner.id,
    tierType: 'minis',
    tier: 'MINI',
    reason: 'Backer',
  }),
  'POST /api/admin/complimentary-access/update': () => ({
    userId: people.foreigner.id,
    through: '2030-01-01',
    reason: 'Sorry',
  }),
  'POST /api/admin/user/update-email': () => ({
    userId: people.foreigner.id,
    email: `${randomUUID()}@example.org`,
    reason: 'Asked',
  }),
  'POST /api/models': ({ campaignId }) => ({ campaignId, prompt: 'a dwarf blacksmith' }),
  'PATCH /api/story-vault/{id}': () => ({ title: 'Q' }),
  'PUT /api/story-vault/{id}/speakers/{speaker}': () => ({ userId: null, conjurationId: null }),
  'POST /api/campaigns/{id}/recordings': () => ({
    ...{ uploadId: randomUUID(), name: 's.mp3', parts: ['0123456789abcdef'], consent: 'everyone-agreed' },
    ...{ title: 'R', session: null, playedOn: null },
  }),
  'POST /api/models/reading': () => ({ prompt: 'a dwarf blacksmith' }),
  'PATCH /api/models/{id}': () => ({ name: 'Brokk' }),
  'PATCH /api/models/bulk/move-to-campaign': ({ id }, kind) => ({ modelIds: [id], campaignId: own[kind] }),
  'POST /api/models/{id}/quote': () => ({
    size: 'Medium (~28mm)',
    quantity: 1,
    address: { firstName: 'A', lastName: 'Q', addressLine1: '1', city: 'T', state: 'ME', zipCode: '04101' },
  }),
  'POST /api/admin/quotes/{id}': ({ ownerId }) => ({ userId: ownerId, state: 'CLOSED', note: '' }),
  'POST /api/admin/outbox/{id}/reveal': () => ({ reason: 'Asked' }),
  'POST /api/users/me/email/change': () => ({ email: `${randomUUID()}@example.org`, password: 'correct horse' }),
  'POST /api/users/me/email/confirm': () => ({ token: 'x' }),
  'POST /api/admin/coupons': () => ({ email: `${randomUUID()}@example.org`, plan: 'PRO', reason: 'Pre-order' }),
  'POST /api/audit/looks': () => ({ userId: people.owner.id, reason: 'Asked' }),
  'POST /api/audit/accounts/{id}/email': () => ({ reason: 'Asked' }),
  'POST /api/audit/accounts/{id}/exports': () => ({ format: 'csv' }),
  'POST /api/audit/exports': () => ({ reason: 'Year end' }),
  'POST /api/admin/user/reset-password': () => ({ userId: people.owner.id, reason: 'Asked' }),
  'POST /api/support': () => ({ type: 'Other', description: 'It does not open.' }),
  'POST /api/support/visitors': () => ({
    id: randomUUID(),
    type: 'Other',
    description: 'Lost',
    email: 'lost@example.org',
  }),
  'POST /api/admin/support/templates': () => ({ title: randomUUID(), text: 'Hello {name}' }),
  'PATCH /api/admin/support/templates/{id}': () => ({ title: randomUUID(), text: 'Hello', version: 0 }),
  'POST /api/admin/support/{id}/answer': () => ({ text: 'Please try again.' }),
  'POST /api/admin/support/{id}/assign': () => ({ isMine: true }),
  'POST /api/users/me/signup-source': () => ({ source: 'friend' }),
  'POST /api/billing/preorder/redeem': () => ({ coupon: randomUUID() }),
  'POST /api/billing/setup-payment-method': () => ({ paymentMethodId: 'pm_card', billingAddress }),
  'POST /api/billing/address': () => ({ billingAddress }),
  'POST /api/billing/payment-methods/default': () => ({ paymentMethodId: 'pm_card' }),
  'POST /api/billing/subscription/create': () => ({ ...yearlyPro, paymentMethodId: 'pm_card', billingAddress }),
  'POST /api/billing/subscription/preview': () => yearlyPro,
  'POST /api/billing/subscription/change': () => yearlyPro,
  'POST /api/billing/subscription/cancel': () => ({ cancelAtPeriodEnd: true }),
  'POST /api/billing/credits/purchase': () => ({ pack: 'PACK_250', paymentMethodId: 'pm_card' }),
  'POST /api/admin/billing/refund-requests/{id}/decline': () => ({ userId: people.owner.id, reason: 'Used up' }),
  'POST /api/admin/billing/refund': () => ({ userId: people.owner.id, paymentId: 'pi_none', reason: 'Asked' }),
  'POST /api/exports': ({ campaignId }) => ({ campaignId }),
  'POST /api/campaigns/{id}/imports/{importId}/begin': () => ({ name: 'D', visibility: 'DM' }),
  'PATCH /api/campaigns/{campaignId}': () => ({ name: 'D' }),
  'PATCH /api/campaigns/{id}/members/{memberId}/role': () => ({ role: 1 }),
  'POST /api/campaigns/{id}/members/transfer-ownership': () => ({ newOwnerId: people.author.id }),
  'POST /api/collections': ({ campaignId }) => ({ campaignId, name: 'F' }),
  'PATCH /api/collections/{id}': () => ({ name: 'G' }),
  'POST /api/collections/{id}/move': () => ({ parentCollectionId: null }),
  'POST /api/collections/{id}/conjurations/move-to-campaign': (_thing, kind) => ({ campaignId: own[kind] }),
  'POST /api/conjurations': ({ campaignId }) => ({ campaignId, name: 'L' }),
  'PATCH /api/conjurations/{id}': () => ({ name: 'M' }),
  'POST /api/conjurations/{id}/move-to-campaign': (_thing, kind) => ({ destinationCampaignId: own[kind] }),
  'POST /api/collections/conjurations/{id}/move': () => ({ collectionId: null }),
  'DELETE /api/conjurations/bulk/delete': ({ id }) => ({ conjurationIds: [id] }),
  'PATCH /api/conjurations/bulk/change': ({ id }) => ({ conjurationIds: [id], addTags: ['seen'] }),
  'PATCH /api/conjurations/bulk/move-to-campaign': ({ id }, kind) => ({ conjurationIds: [id], campaignId: own[kind] }),
  'POST /api/relationships/{id}': ({ id }) => ({ relatedNodeId: id }),
  'PATCH /api/relationships/{id}': () => ({ comment: 'Pays' }),
  'PATCH /api/relationships/graph/places/{id}': () => ({ x: 1, y: 2 }),
  'POST /api/conjurations/convert': ({ id }) => ({ conjurationId: id }),
  'POST /api/content-segments': ({ id }) => ({ entityType: 'CONJURATION', entityId: id, type: 'STORY' }),
  'PATCH /api/content-segments/{id}': () => ({ title: 'H' }),
  'POST /api/content-segments/{id}/writings': () => ({ prompt: 'A bell' }),
  'POST /api/conversations': ({ campaignId }) => ({ campaignId }),
  'PATCH /api/conversations/{id}': () => ({ title: 'Q' }),
  'POST /api/conversations/{id}/messages': () => ({ message: 'Who rang the bell?' }),
  'POST /api/llms/arbitrary/prompt': ({ campaignId }) => ({ campaignId, prompt: 'A bell' }),
  'POST /api/llms/structured': ({ campaignId }) => ({ campaignId, prompt: 'A bell', jsonString: '{"name": ""}' }),
  'POST /api/texts/{id}/changes': () => ({ id: randomUUID(), base: 0, ops: [{ insert: 'T' }] }),
  'POST /api/content-segments/{id}/changes': () => ({ id: randomUUID(), base: 0, ops: [{ insert: 'T' }] }),
  'POST /api/texts/{id}/restore': () => ({ revision: 0 }),
  'POST /api/campaigns/{id}/trash/purge': ({ id }) => ({ operationIds: [id] }),
  'POST /api/campaigns/{id}/past/copy': () => ({ position: '9'.repeat(15) }),
  'POST /api/campaigns/{id}/past/restore': () => ({ position: '1', conjurationId: randomUUID() }),
  'POST /api/content-segments/{id}/restore': () => ({ operationId: randomUUID() }),
  'PATCH /api/content-segments/{id}/gallery/{gallerySegmentId}': () => ({ sortOrder: 0 }),
  'POST /api/templates': () => aTemplate,
  'PUT /api/templates/{id}': () => aTemplate,
  'POST /api/templates/generate': () => ({ templateId: tavern.id }),
  'POST /api/collections/{id}/lore-from-template': () => ({ templateId: tavern.id }),
  'POST /api/collections/{id}/empty-lore-from-template': () => ({ templateId: tavern.id }),
  'POST /api/images': ({ campaignId }) => ({
    campaignId,
    modelId: imageModels[0]?.id,
    prompt: 'A bell',
    count: 1,
    width: 1024,
    height: 1024,
  }),
  'POST /api/images/models/reading': () => ({ models: [imageModels[0]?.id], prompt: 'A bell' }),
  'POST /api/images/{id}/outpaint': () => ({ up: 150 }),
  'POST /api/images/{id}/recolor': () => ({ prompt: 'Red', searchPrompt: 'A hat' }),
  'POST /api/images/{id}/replace': () => ({ prompt: 'A hat' }),
  'POST /api/images/{id}/replace-background': () => ({ prompt: 'A harbour' }),
  'PATCH /api/images/{id}/edit': () => ({ editId: randomUUID() }),
  'PATCH /api/images/{id}/name': () => ({ name: 'Q' }),
  'PATCH /api/images/{id}/note': () => ({ note: 'Q' }),
  'PATCH /api/images/{id}/conjurationId': () => ({ conjurationId: null }),
  'PATCH /api/battlemaps/{id}': () => ({ name: 'Q' }),
  'PATCH /api/battlemaps/bulk/move-to-campaign': ({ id }, kind) => ({ battlemapIds: [id], campaignId: own[kind] }),
  'PATCH /api/battlemaps/{id}/rooms/{room}': () => ({ found: true }),
  'POST /api/battlemaps/{id}/doors': () => ({ x: 1, y: 1, side: 'north' }),
  'PATCH /api/battlemaps/{id}/doors/{door}': () => ({ closed: true }),
  'PATCH /api/battlemaps/{id}/key/{room}': () => ({ name: 'Q' }),
  'POST /api/battlemaps/{id}/fog': () => ({ strokeId: randomUUID(), mode: 'reveal', cells: [{ first: 0, count: 1 }] }),
  'DELETE /api/images': ({ id }) => ({ imageIds: [id] }),
  'POST /api/images/restore': ({ id }) => ({ imageIds: [id] }),
  'PATCH /api/images/bulk/move-to-campaign': ({ id }, kind) => ({ imageIds: [id], campaignId: own[kind] }),
}

/** What stands in an address where it is not the thing itself. */
const named: Record<string, (thing: Thing, kind: Kind) => string> = {
  version: ({ version }) => version,
  inviteId: ({ version }) => version,
  memberId: () => people.author.id,
  operationId: () => randomUUID(),
  editId: () => randomUUID(),
  uploadId: () => randomUUID(),
  position: () => '0',
  messageId: ({ parts }) => parts?.messageId ?? randomUUID(),
  fileId: ({ parts, id }) => parts?.fileId ?? id,
  answerId: ({ parts }) => parts?.answerId ?? randomUUID(),
  format: () => 'stl',
  speaker: () => '0',
  token: () => randomUUID(),
  gallerySegmentId: () => randomUUID(),
  eventId: () => randomUUID(),
  stream: () => `credits-${randomUUID()}`,
  code: () => 'nothing',
  file: () => 'nothing.png',
  revision: () => '0',
  room: () => '1',
  name: () => 'chain',
  door: () => 'd1',
}

/** What is asked about an account, and of the log. */
const audit: Record<string, string> = {
  '/find': '?q=1',
  '/state': '?revision=0',
  '/trace': `?of=${randomUUID()}`,
  '/compare': '?a=0&b=2026-11-01T00:00:00Z',
  '/first': '?balanceBelow=1',
  '/sight': `?kind=lore&id=${randomUUID()}`,
}

const ask = async (route: Route, { about }: Rule, kind: Kind, thing: Thing) => {
  const name = `${route.method} ${route.path}`
  const given = (field: string): string => {
    if (field === 'campaignId' && name.includes('/conjurations/{id}') && route.path.startsWith('/api/campaigns'))
      return here
    if (field === 'id' && about === 'file') return thing.campaignId
    if (field === 'id' && route.path.includes('{conjurationId}')) return thing.id
    if (field === 'id' && about === 'nothing' && /^\/api\/(admin|audit)/.test(route.path)) return people.owner.id
    if (route.path.startsWith('/api/templates/')) return tavern.id
    return named[field]?.(thing, kind) ?? thing.id
  }
  const address = route.path.replaceAll(/\{(\w+)\}/g, (_all, field: string) => given(field))
  const query = route.query.some((field) => field.name === 'campaignId') && about === 'campaign'
  const of = route.query.some((field) => field.name === 'entityId') ? `?entityId=${thing.id}` : ''
  const audited =
    Object.entries(audit).find(([end]) => /^GET \/api\/(audit|admin)\//.test(name) && name.endsWith(end))?.[1] ?? ''
  const url = `${address}${audited}${query ? `?campaignId=${thing.campaignId}` : of}`
  if (route.form) {
    const fields = name === 'POST /api/files/upload' ? { campaignId: thing.campaignId } : {}
    const bytes = {
      bytes: route.form === 'image' ? picture : Buffer.from('Toll'),
      type: 'text/plain',
      filename: name.endsWith('/imports') ? 'f.md' : 'f.txt',
    }
    const form = multipart({ ...fields, [route.form]: bytes })
    return people[kind].send(route.method as 'POST', url, form.payload, form.headers)
  }
  if (name === 'POST /api/collections/{id}/conjurations') {
    // Into the folder, something of their own that is there already.
    const mine = await make('lore', 'own', kind)
    await caughtUp()
    return people[kind].send('POST', url, { conjurationId: mine.id })
  }
  if (name === 'POST /api/content-segments/{id}/gallery') {
    const mine = await make('image', 'own', kind)
    await caughtUp()
    return people[kind].send('POST', url, { imageId: mine.id })
  }
  const body = bodies[name]?.(thing, kind)
  const needsNone = route.method === 'GET' || route.method === 'DELETE'
  const key = { 'idempotency-key': randomUUID() }
  const send = () => people[kind].send(route.method as 'GET', url, body ?? (needsNone ? undefined : {}), key)
  let answer = await send()
  // Forty operations at once outlast a request on a slow machine. The repeat is answered with what became of this one.
  while (answer.text.includes('"operation_runs"')) answer = await send()
  return answer
}

const letters: Record<number, string> = { 401: '-', 403: '!', 404: '?' }
/** Whoever is let in may be told of something else, but the request must be one that the route understands. */
const letterOf = (status: number, text: string): string => {
  if (status === 400 || status >= 500 || status === 429) throw new Error(`${status} ${text}`)
  return letters[status] ?? 'y'
}

test('the table knows every route that the API describes, and no other', () => {
  const described = describedRoutes(stack.app).map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(rules).toSorted()).toEqual(described.toSorted())
})

test('every route with an upload or a body of more than 64 kB is a row of the attacks, or an exception with a reason', () => {
  expect(uncoveredRoutes(stack.app)).toEqual([])
})

/** Things that are only read, by what they are, their column and, where it is their own, who reads them. */
const readOnly = new Map<string, Promise<Thing>>()
const thingFor = ({ method }: Route, about: Rule['about'], column: string, kind: Kind): Promise<Thing> => {
  if (method !== 'GET') return make(about, column, kind)
  const name = [about, column, column === 'own' ? kind : 'all'].join(' ')
  const thing = readOnly.get(name) ?? make(about, column, kind)
  readOnly.set(name, thing)
  return thing
}

describe('who is let in', () => {
  test.each(Object.entries(rules))('%s', async (name, rule) => {
    const route = describedRoutes(stack.app).find(({ method, path }) => `${method} ${path}` === name)
    if (!route) throw new Error(`${name} is not described`)
    const asked = Object.keys(rule.let).flatMap((column) => kinds.map((kind) => ({ column, kind })))
    const made = await Promise.all(asked.map(({ column, kind }) => thingFor(route, rule.about, column, kind)))
    await caughtUp()
    const said = await Promise.all(
      asked.map(async ({ kind }, n) => {
        const { status, text } = await ask(route, rule, kind, made[n] as Thing)
        return letterOf(status, text)
      }),
    )
    const columns = Object.groupBy(said, (_letter, n) => asked[n]?.column ?? '')
    const answered = Object.fromEntries(Object.entries(columns).map(([column, letters]) => [column, letters?.join('')]))
    expect(answered).toEqual(rule.let)
  })
})
