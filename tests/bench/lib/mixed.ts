import { randomUUID } from 'node:crypto'
import { campaigns } from '#domain/campaigns.ts'
import { collections } from '#domain/collections.ts'
import { conjurations } from '#domain/conjurations.ts'
import { credits } from '#domain/credits.ts'
import type { AnyDecider } from '#domain/decider.ts'
import { images } from '#domain/images.ts'
import { users } from '#domain/users.ts'
import type { EventStore } from '#eventstore'
import { type CommandHandler, commandHandler } from '../../../backend/commands/handle.ts'
import { folderName, loreName, oneOf, prose, type Random, seeded, tagsOf } from '../../../demo/grammar.ts'

/** Sends a command as a route would; `actor` is a user's id. Answers how many events it decided. */
type Send = (decider: AnyDecider, id: string, actor: string, type: string, data: object) => Promise<void>

const sender = ({ handle }: CommandHandler, counted: (events: number) => void): Send => {
  return async (decider, id, actor, type, data) => {
    const commandId = randomUUID()
    const metadata = { actor, commandId, correlationId: commandId, requestId: commandId }
    counted((await handle(decider, id, { type, data }, metadata)).events)
  }
}

const folders = 20
const pages = 60
const pictures = 40

/**
 * Appends at least `count` events of every kind that people cause day by day, decided by the product's rules and sent through its
 * command handler: campaigns with their members, folders, lore that is written and rewritten, pictures that cost credits.
 * So many campaigns at once that their events mix in the log as they do in life. Answers how many events there are.
 */
export async function fillMixed(store: EventStore, count: number): Promise<number> {
  let events = 0
  const send = sender(commandHandler(store), (decided) => {
    events += decided
  })
  const random = seeded(count)
  const table = async () => {
    while (events < count) await playCampaign(send, random, () => events < count)
  }
  await Promise.all(Array.from({ length: Math.min(64, Math.ceil(count / 500)) }, table))
  return events
}

async function playCampaign(send: Send, random: Random, goOn: () => boolean) {
  const people = Array.from({ length: 5 }, () => randomUUID())
  const [ownerId] = people as [string]
  const campaignId = randomUUID()
  await gather(send, random, campaignId, people)
  const shelves: (string | null)[] = [null]
  for (let n = 0; n < folders && goOn(); n++)
    shelves.push(await makeCollection(send, random, campaignId, ownerId, shelves))
  const lore: string[] = []
  for (let n = 0; n < pages && goOn(); n++)
    lore.push(...(await writeConjuration(send, random, campaignId, oneOf(random, people), shelves)))
  for (let n = 0; n < pictures && goOn(); n++)
    await drawPicture(send, random, campaignId, oneOf(random, people), oneOf(random, lore))
}

async function gather(send: Send, random: Random, campaignId: string, people: string[]) {
  const [ownerId, ...players] = people as [string, ...string[]]
  for (const userId of people) {
    await send(users, userId, 'system', 'RegisterUser', { userId, method: 'email', role: 'user' })
    const grant = { userId, grantId: randomUUID(), amount: 10_000, source: 'admin', comment: 'Welcome' }
    await send(credits, userId, 'system', 'GrantCredits', grant)
  }
  const about = {
    name: loreName(random),
    description: prose(random),
    rpgSystemCode: 'dnd5e',
    publicAdventureCode: null,
  }
  await send(campaigns, campaignId, ownerId, 'CreateCampaign', { campaignId, ownerId, ...about })
  const inviteId = randomUUID()
  const invitation = { campaignId, inviteId, createdBy: ownerId, expiresAt: null }
  await send(campaigns, campaignId, ownerId, 'CreateInvitation', invitation)
  for (const userId of players) {
    const joining = { campaignId, inviteId, userId, now: new Date().toISOString() }
    await send(campaigns, campaignId, userId, 'JoinCampaign', joining)
  }
}

async function makeCollection(
  send: Send,
  random: Random,
  campaignId: string,
  userId: string,
  shelves: readonly (string | null)[],
) {
  const collectionId = randomUUID()
  const parentCollectionId = oneOf(random, shelves)
  const visibility = random() < 0.8 ? 'CAMPAIGN' : 'DM'
  const folder = { campaignId, collectionId, name: folderName(random), parentCollectionId, userId, visibility }
  await send(collections, campaignId, userId, 'CreateCollection', folder)
  if (random() < 0.5)
    await send(collections, campaignId, userId, 'RenameCollection', { collectionId, name: folderName(random) })
  return collectionId
}

/** Answers it, unless it was deleted: then it takes no pictures any more. */
async function writeConjuration(
  send: Send,
  random: Random,
  campaignId: string,
  userId: string,
  shelves: readonly (string | null)[],
) {
  const conjurationId = randomUUID()
  const change = (type: string, data: object) =>
    send(conjurations, conjurationId, userId, type, { conjurationId, ...data })
  const visibility = random() < 0.7 ? 'CAMPAIGN' : 'DM'
  const written = { name: loreName(random), description: prose(random), tags: tagsOf(random) }
  const place = { userId, campaignId, collectionId: oneOf(random, shelves), visibility, copyOf: null }
  await change('CreateConjuration', { ...place, ...written })
  for (let edits = Math.floor(random() * 4); edits > 0; edits--)
    await change('DescribeConjuration', { description: prose(random) })
  if (random() < 0.5) await change('RenameConjuration', { name: loreName(random) })
  if (random() < 0.5) await change('TagConjuration', { tags: tagsOf(random) })
  if (random() < 0.3) await change('MoveConjuration', { collectionId: oneOf(random, shelves) })
  if (random() < 0.2)
    await change('ChangeConjurationVisibility', { visibility: visibility === 'DM' ? 'CAMPAIGN' : 'DM' })
  if (random() >= 0.05) return [conjurationId]
  await change('DeleteConjuration', { operationId: randomUUID() })
  return []
}

async function drawPicture(send: Send, random: Random, campaignId: string, userId: string, conjurationId: string) {
  const [imageId, holdId] = [randomUUID(), randomUUID()]
  const prompt = prose(random).slice(0, 400)
  const change = (type: string, data: object) => send(images, imageId, userId, type, { imageId, ...data })
  const purpose = { kind: 'images', id: imageId, stream: `images-${imageId}`, label: prompt.slice(0, 80) }
  await send(credits, userId, userId, 'HoldCredits', { userId, holds: [{ holdId, amount: 3, purpose }] })
  await change('RequestImage', {
    userId,
    campaignId,
    conjurationId,
    visibility: 'CAMPAIGN',
    requestId: randomUUID(),
    holdId,
    cost: 3,
    modelId: randomUUID(),
    modelName: 'Studio',
    type: 'IMAGE',
    prompt,
    negativePrompt: '',
    stylePreset: null,
    width: 1024,
    height: 1024,
    seed: Math.floor(random() * 1e6),
    nsfw: false,
    reference: null,
  })
  await change('StartImage', { attempt: 1 })
  if (random() < 0.1) {
    await change('FailImage', { attempt: 1, code: 'failed', message: 'The provider failed.' })
    await send(credits, userId, 'system', 'ReleaseCredits', { userId, holdId, reason: 'failed' })
    return
  }
  const file = { key: `images/${imageId}.webp`, mime: 'image/webp', width: 1024, height: 1024, size: 180_000 }
  await change('RecordPicture', { attempt: 1, file, seed: 7, madeBy: 'studio', isLate: false })
  await send(credits, userId, 'system', 'CaptureCredits', { userId, holdId })
  if (random() < 0.3) await change('RenameImage', { name: loreName(random) })
  if (random() < 0.3) await send(conjurations, conjurationId, userId, 'SetPrimaryImage', { conjurationId, imageId })
  if (random() < 0.05) await change('DeleteImage', {})
}
