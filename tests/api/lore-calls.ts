import { randomUUID } from 'node:crypto'
import type { Visibility } from '#domain/access.ts'
import type { Answer, Person, Stack } from '../stack.ts'
import type { Everybody, Expected } from './everybody.ts'

export type Author = 'player' | 'owner'
export interface Case {
  author: Author
  visibility: Visibility
}

/** Admins who are not members are strangers: somebody else's things do not exist for them. */
const outside = { anonymous: 401, stranger: 404, admin: 404 }
const members: Expected = { ...outside, player: 200, dm: 200, owner: 200 }
const roles = ['player', 'dm', 'owner'] as const

type Verdict = (one: Case) => Expected
const sees = ({ author, visibility }: Case, who: (typeof roles)[number]) =>
  who === author || visibility === 'CAMPAIGN' || (visibility === 'DM' && who !== 'player')

/** What each member is answered, by whether they see a thing, may edit it, or own it. */
const by =
  (unseen: number, seen: number, editor = seen, owner = editor): Verdict =>
  (one) => {
    const answer = (who: (typeof roles)[number]) => {
      if (who === one.author) return owner
      if (!sees(one, who)) return unseen
      return who === 'player' ? seen : editor
    }
    return { ...outside, player: answer('player'), dm: answer('dm'), owner: answer('owner') }
  }

const anyMember: Verdict = () => members
const seesConjuration = by(403, 200)
const editsConjuration = by(403, 403, 200)
const ownsConjuration = by(403, 403, 403, 200)
/** None of it is the DM's. */
const movesConjuration: Verdict = (one) => ({ ...editsConjuration(one), dm: 403 })
const seesSegment = by(404, 200)
const editsSegment = by(404, 403, 200)
const ownsFolder = by(404, 403, 403, 200)
/** The campaign's owner puts the whole tree in order, as far as they see it. */
const arrangesFolder: Verdict = (one) => ({ ...ownsFolder(one), ...(sees(one, 'owner') && { owner: 200 }) })
const seesCollection = by(404, 200)
const answeredBy =
  (success: number) =>
  (verdict: Verdict): Verdict =>
  (one) =>
    Object.fromEntries(
      Object.entries(verdict(one)).map(([who, status]) => [who, status === 200 ? success : status]),
    ) as Expected
const made = answeredBy(201)
const accepted = answeredBy(202)

const story = { entityType: 'CONJURATION', type: 'STORY' }

/** What the calls act on: each is made anew by its author, so that no asker finds what another left. */
export const conjurationWorld = (stack: Stack, people: Everybody, { author, visibility }: Case, other: string) => {
  const { campaignId } = people
  const by = people[author]
  const shown = async <Made extends { position: string }>(made: Made): Promise<Made> => {
    await by.get('/api/users/me', { 'min-position': made.position })
    return made
  }
  const post = async (url: string, body: object) => (await by.post(url, body)).body
  return {
    stack,
    campaignId,
    /** Another campaign with the same people in it. */
    other,
    lore: async (over: object = {}): Promise<string> =>
      (await shown(await post('/api/conjurations', { campaignId, visibility, name: 'Bell', ...over }))).id,
    async segment(): Promise<string> {
      const lore = await post('/api/conjurations', { campaignId, visibility, name: 'Bell' })
      return (await shown(await post('/api/content-segments', { ...story, entityId: lore.id, type: 'GALLERY' }))).id
    },
    folder: async (): Promise<string> =>
      (await shown(await post('/api/collections', { campaignId, visibility, name: 'Tower' }))).id,
    async binned(id: string): Promise<string> {
      return (await shown((await by.delete(`/api/conjurations/${id}`)).body)).operationId
    },
    /** From one such item to another. */
    async relationship(): Promise<string> {
      const [source, target] = [await this.lore(), await this.lore()]
      return (await shown(await post(`/api/relationships/${source}`, { relatedNodeId: target, comment: 'Owes' }))).id
    },
    /** A folder of whoever asks, so that only the lore is in question. */
    async own(as: Person): Promise<string> {
      const { body } = await as.post('/api/collections', { campaignId, name: 'Own' })
      // Who may not make one is refused for what they ask next.
      return body?.id ?? people.campaignId
    },
  }
}
export type ConjurationWorld = ReturnType<typeof conjurationWorld>

type Call = [verdict: Verdict, ask: (as: Person, world: ConjurationWorld) => Promise<Answer>]

/** Every call about folders, lore and the Trash, who is answered how, and how they ask. */
export const conjurationCalls: Record<string, Call> = {
  'GET /api/collections': [
    seesCollection,
    async (as, { campaignId, folder }) =>
      as.get(`/api/collections?campaignId=${campaignId}&parentId=${await folder()}`),
  ],
  'GET /api/collections/tree': [
    anyMember,
    (as, { campaignId }) => as.get(`/api/collections/tree?campaignId=${campaignId}`),
  ],
  'GET /api/collections/counts': [
    anyMember,
    (as, { campaignId }) => as.get(`/api/collections/counts?campaignId=${campaignId}`),
  ],
  'GET /api/collections/paths': [
    anyMember,
    async (as, { campaignId, folder }) =>
      as.get(`/api/collections/paths?campaignId=${campaignId}&to=${await folder()}`),
  ],
  'GET /api/collections/search': [
    anyMember,
    (as, { campaignId }) => as.get(`/api/collections/search?campaignId=${campaignId}&search=tower`),
  ],
  'GET /api/collections/{id}/contents': [
    seesCollection,
    async (as, { folder }) => as.get(`/api/collections/${await folder()}/contents`),
  ],
  'POST /api/collections': [
    made(seesCollection),
    async (as, { campaignId, folder }) =>
      as.post('/api/collections', { campaignId, name: 'Below', parentId: await folder() }),
  ],
  'PATCH /api/collections/{id}': [
    arrangesFolder,
    async (as, { folder }) => as.patch(`/api/collections/${await folder()}`, { name: 'Renamed' }),
  ],
  'POST /api/collections/{id}/move': [
    arrangesFolder,
    async (as, { folder }) => as.post(`/api/collections/${await folder()}/move`, { parentCollectionId: null }),
  ],
  'DELETE /api/collections/{id}': [
    ownsFolder,
    async (as, { folder }) => as.delete(`/api/collections/${await folder()}`),
  ],
  'POST /api/collections/{id}/conjurations': [
    by(404, 403, 200),
    async (as, { folder, lore }) =>
      as.post(`/api/collections/${await folder()}/conjurations`, { conjurationId: await lore() }),
  ],
  'DELETE /api/collections/{id}/conjurations/{conjurationId}': [
    editsConjuration,
    async (as, { folder, lore }) => {
      const collectionId = await folder()
      return as.delete(`/api/collections/${collectionId}/conjurations/${await lore({ collectionId })}`)
    },
  ],
  'POST /api/collections/conjurations/{id}/move': [
    editsConjuration,
    async (as, { own, lore }) =>
      as.post(`/api/collections/conjurations/${await lore()}/move`, { collectionId: await own(as) }),
  ],

  'POST /api/conjurations': [
    made(seesCollection),
    async (as, { campaignId, folder }) => as.post('/api/conjurations', { campaignId, collectionId: await folder() }),
  ],
  'GET /api/conjurations': [anyMember, (as, { campaignId }) => as.get(`/api/conjurations?campaignId=${campaignId}`)],
  'GET /api/conjurations/search': [
    anyMember,
    (as, { campaignId }) => as.get(`/api/conjurations/search?campaignId=${campaignId}&term=bell`),
  ],
  'GET /api/search': [anyMember, (as, { campaignId }) => as.get(`/api/search?campaignId=${campaignId}&term=bell`)],
  'GET /api/conjurations/mention-suggestions': [
    anyMember,
    (as, { campaignId }) => as.get(`/api/conjurations/mention-suggestions?campaignId=${campaignId}&query=bell`),
  ],
  'GET /api/conjurations/tags': [
    anyMember,
    (as, { campaignId }) => as.get(`/api/conjurations/tags?campaignId=${campaignId}`),
  ],
  'GET /api/conjurations/visibility-options': [
    anyMember,
    (as, { campaignId }) => as.get(`/api/conjurations/visibility-options?campaignId=${campaignId}`),
  ],
  'GET /api/conjurations/{id}': [seesConjuration, async (as, { lore }) => as.get(`/api/conjurations/${await lore()}`)],
  'GET /api/conjurations/{id}/history': [
    seesConjuration,
    async (as, { lore }) => as.get(`/api/conjurations/${await lore()}/history`),
  ],
  'GET /api/images/conjurations/{id}/history': [
    seesConjuration,
    async (as, { lore }) => as.get(`/api/images/conjurations/${await lore()}/history`),
  ],
  'PATCH /api/conjurations/{id}': [
    editsConjuration,
    async (as, { lore }) => as.patch(`/api/conjurations/${await lore()}`, { name: 'Renamed', tags: ['a'] }),
  ],
  'POST /api/conjurations/{id}/history/{revision}/restore': [
    editsConjuration,
    async (as, { lore }) => as.post(`/api/conjurations/${await lore()}/history/0/restore`),
  ],
  'POST /api/conjurations/{id}/discard': [
    editsConjuration,
    async (as, { lore }) => as.post(`/api/conjurations/${await lore()}/discard`),
  ],
  'DELETE /api/conjurations/{id}': [
    editsConjuration,
    async (as, { lore }) => as.delete(`/api/conjurations/${await lore()}`),
  ],
  'DELETE /api/conjurations/bulk/delete': [
    editsConjuration,
    async (as, { lore }) => as.delete('/api/conjurations/bulk/delete', { conjurationIds: [await lore()] }),
  ],
  'POST /api/conjurations/{id}/copy': [
    made(seesConjuration),
    async (as, { lore }) => as.post(`/api/conjurations/${await lore()}/copy`),
  ],
  'POST /api/conjurations/{id}/save': [
    seesConjuration,
    async (as, { lore }) => as.post(`/api/conjurations/${await lore()}/save`),
  ],
  'POST /api/conjurations/{id}/move-to-campaign': [
    movesConjuration,
    async (as, { lore, other }) =>
      as.post(`/api/conjurations/${await lore()}/move-to-campaign`, { destinationCampaignId: other }),
  ],
  'PATCH /api/conjurations/bulk/move-to-campaign': [
    movesConjuration,
    async (as, { lore, other }) =>
      as.patch('/api/conjurations/bulk/move-to-campaign', { conjurationIds: [await lore()], campaignId: other }),
  ],
  'POST /api/collections/{id}/conjurations/move-to-campaign': [
    accepted(seesCollection),
    async (as, { folder, other }) =>
      as.post(`/api/collections/${await folder()}/conjurations/move-to-campaign`, { campaignId: other }),
  ],
  'PATCH /api/conjurations/bulk/change': [
    editsConjuration,
    async (as, { lore }) =>
      as.patch('/api/conjurations/bulk/change', { conjurationIds: [await lore()], addTags: ['bell'] }),
  ],
  'POST /api/collections/{id}/copy': [
    accepted(seesCollection),
    async (as, { folder }) => as.post(`/api/collections/${await folder()}/copy`),
  ],
  'POST /api/campaigns/{campaignId}/conjurations/{id}': [
    movesConjuration,
    async (as, { lore, campaignId }) => as.post(`/api/campaigns/${campaignId}/conjurations/${await lore()}`),
  ],
  'POST /api/conjurations/{id}/remove': [
    ownsConjuration,
    async (as, { lore }) => as.post(`/api/conjurations/${await lore()}/remove`),
  ],

  'GET /api/relationships/graph': [
    anyMember,
    (as, { campaignId }) => as.get(`/api/relationships/graph?campaignId=${campaignId}`),
  ],
  'GET /api/relationships/{id}': [
    seesConjuration,
    async (as, { lore }) => as.get(`/api/relationships/${await lore()}`),
  ],
  'POST /api/relationships/{id}': [
    made(editsConjuration),
    async (as, { lore }) =>
      as.post(`/api/relationships/${await lore()}`, { relatedNodeId: await lore(), comment: 'Owes' }),
  ],
  'PATCH /api/relationships/{id}': [
    by(404, 403, 200),
    async (as, world) => as.patch(`/api/relationships/${await world.relationship()}`, { comment: 'Pays' }),
  ],
  'DELETE /api/relationships/{id}': [
    by(404, 403, 200),
    async (as, world) => as.delete(`/api/relationships/${await world.relationship()}`),
  ],
  'PATCH /api/relationships/graph/places/{id}': [
    seesConjuration,
    async (as, { lore }) => as.patch(`/api/relationships/graph/places/${await lore()}`, { x: 1, y: 2 }),
  ],
  'POST /api/conjurations/convert': [
    editsConjuration,
    async (as, { lore }) =>
      as.post('/api/conjurations/convert', { conjurationId: await lore({ description: 'Rings.' }) }),
  ],
  'GET /api/content-segments': [
    seesConjuration,
    async (as, { lore }) => as.get(`/api/content-segments?entityType=CONJURATION&entityId=${await lore()}`),
  ],
  'POST /api/content-segments': [
    made(editsConjuration),
    async (as, { lore }) => as.post('/api/content-segments', { ...story, entityId: await lore() }),
  ],
  'GET /api/content-segments/{id}': [
    seesSegment,
    async (as, { segment }) => as.get(`/api/content-segments/${await segment()}`),
  ],
  'GET /api/conjurations/{id}/writings': [
    seesConjuration,
    async (as, { lore }) => as.get(`/api/conjurations/${await lore()}/writings`),
  ],
  'POST /api/content-segments/{id}/writings': [
    // Under an id that is taken: none is written, so that nobody comes to the end of their hour.
    answeredBy(409)(editsSegment),
    async (as, { segment }) => {
      const id = await segment()
      return as.post(`/api/content-segments/${id}/writings`, { id, prompt: 'A bell' })
    },
  ],
  'PATCH /api/content-segments/{id}': [
    editsSegment,
    async (as, { segment }) => as.patch(`/api/content-segments/${await segment()}`, { title: 'Toll' }),
  ],
  'DELETE /api/content-segments/{id}': [
    editsSegment,
    async (as, { segment }) => as.delete(`/api/content-segments/${await segment()}`),
  ],
  'GET /api/texts/{id}': [seesSegment, async (as, { lore }) => as.get(`/api/texts/${await lore()}`)],
  'GET /api/texts/{id}/changes': [seesSegment, async (as, { lore }) => as.get(`/api/texts/${await lore()}/changes`)],
  'GET /api/texts/{id}/history': [seesSegment, async (as, { lore }) => as.get(`/api/texts/${await lore()}/history`)],
  'GET /api/texts/{id}/version': [seesSegment, async (as, { lore }) => as.get(`/api/texts/${await lore()}/version`)],
  'POST /api/texts/{id}/changes': [
    editsSegment,
    async (as, { lore }) =>
      as.post(`/api/texts/${await lore()}/changes`, { id: randomUUID(), base: 0, ops: [{ insert: 'T' }] }),
  ],
  'POST /api/content-segments/{id}/changes': [
    editsSegment,
    async (as, { lore }) =>
      as.post(`/api/content-segments/${await lore()}/changes`, { id: randomUUID(), base: 0, ops: [{ insert: 'T' }] }),
  ],
  'POST /api/texts/{id}/restore': [
    editsSegment,
    async (as, { lore }) => as.post(`/api/texts/${await lore()}/restore`, { revision: 0 }),
  ],
  'GET /api/conjurations/{id}/linked-from': [
    seesConjuration,
    async (as, { lore }) => as.get(`/api/conjurations/${await lore()}/linked-from`),
  ],
  'POST /api/content-segments/{id}/restore': [
    editsSegment,
    async (as, { segment, other }) =>
      as.post(`/api/content-segments/${await segment()}/restore`, { operationId: other }),
  ],
  'POST /api/content-segments/{id}/gallery': [
    // There is no such picture.
    by(404, 403, 404),
    async (as, { segment }) => as.post(`/api/content-segments/${await segment()}/gallery`, { imageId: randomUUID() }),
  ],
  'PATCH /api/content-segments/{id}/gallery/{gallerySegmentId}': [
    by(404, 403, 404),
    async (as, { segment, other }) =>
      as.patch(`/api/content-segments/${await segment()}/gallery/${other}`, { sortOrder: 0 }),
  ],
  'DELETE /api/content-segments/{id}/gallery/{gallerySegmentId}': [
    editsSegment,
    async (as, { segment, other }) => as.delete(`/api/content-segments/${await segment()}/gallery/${other}`),
  ],

  'GET /api/campaigns/{id}/past/conjurations/{conjurationId}': [
    seesSegment,
    async (as, { campaignId, lore }) => as.get(`/api/campaigns/${campaignId}/past/conjurations/${await lore()}`),
  ],
  'POST /api/campaigns/{id}/past/restore': [
    answeredBy(202)(by(404, 403, 200)),
    async (as, { campaignId, lore }) => {
      const conjurationId = await lore()
      const { position } = (await as.get(`/api/campaigns/${campaignId}/past`)).body ?? {}
      return as.post(`/api/campaigns/${campaignId}/past/restore`, { position: position ?? '1', conjurationId })
    },
  ],
  'GET /api/campaigns/{id}/trash': [anyMember, (as, { campaignId }) => as.get(`/api/campaigns/${campaignId}/trash`)],
  // Lore is deleted forever by nobody: only images and files are.
  'POST /api/campaigns/{id}/trash/purge': [
    by(404, 403, 403),
    async (as, { campaignId, lore, binned }) =>
      as.post(`/api/campaigns/${campaignId}/trash/purge`, { operationIds: [await binned(await lore())] }),
  ],
  'POST /api/campaigns/{id}/trash/{operationId}/restore': [
    by(404, 403, 200),
    async (as, { campaignId, lore, binned }) =>
      as.post(`/api/campaigns/${campaignId}/trash/${await binned(await lore())}/restore`),
  ],
}
