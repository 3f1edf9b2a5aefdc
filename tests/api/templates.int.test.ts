import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { imageModels } from '#domain/image-catalogue.ts'
import { productTemplates } from '#domain/template-catalogue.ts'
import { TextFailed } from '../../backend/providers/text-model.ts'
import { quickTexts } from '../quick-texts.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { campaignOf, join, onBasic } from './campaign.ts'

let stack: Stack
let people: Awaited<ReturnType<typeof campaignOf>>
/** What the model does before it writes, and what it was told. */
let before: (request: Parameters<Parameters<typeof quickTexts>[0] & object>[0]) => unknown = () => undefined
const [tavern] = productTemplates.filter(({ name }) => name === 'Tavern')
if (!tavern) throw new Error('There is no tavern')

beforeAll(async () => {
  stack = await startStack({ textModel: quickTexts((request) => before(request)) })
  people = await campaignOf(stack)
  for (const who of [people.owner, people.player]) await onBasic(people.admin, who)
})
beforeEach(() => {
  before = () => undefined
})
afterAll(() => stack?.stop())

const attributes = (...names: string[]) =>
  names.map((name) => ({ id: randomUUID(), name, prompt: `Say the ${name}`, format: 'SINGLE_LINE' }))
const template = (name: string, more: object = {}) => ({ name, attributes: attributes('Appearance', 'Price'), ...more })
const make = async (by: Person, body: object = template('Harbour clerk')) =>
  (await by.post('/api/templates', body)).body
const listed = async (by: Person, query = '', position?: string) =>
  (await by.get(`/api/templates?limit=100${query}`, position ? { 'min-position': position } : {})).body
const names = async (...asked: Parameters<typeof listed>) =>
  (await listed(...asked)).templates.map(({ name }: { name: string }) => name)
const free = async (by: Person, templateId: string) => {
  const { body } = await by.delete(`/api/templates/${templateId}`)
  return body
}

describe('the library', () => {
  test('has the product’s templates for everyone, and they count for nobody', async () => {
    const { templates, total } = await listed(people.stranger)
    expect(total).toBe(12)
    expect(templates[0]).toMatchObject({ visibility: 'PUBLIC', user: { username: 'Loreloom' }, usageCount: 0 })
    expect((await people.stranger.get('/api/templates/limits')).body).toEqual({
      count: 0,
      limit: 0,
      canCreate: false,
      canModify: false,
    })
    expect((await people.owner.get('/api/templates/limits')).body).toMatchObject({ limit: 10, canCreate: true })
    const one = await people.stranger.get(`/api/templates/${tavern.id}`)
    expect(one.body).toMatchObject({ name: 'Tavern', attributes: tavern.attributes })
  })

  test('finds by words and tags, one’s own first', async () => {
    const { id, position } = await make(people.owner, template('Eel-boat', { tags: ['vehicle', 'Harbour'] }))
    expect((await names(people.owner, '', position))[0]).toBe('Eel-boat')
    expect(await names(people.owner, '&search=EEL')).toEqual(['Eel-boat'])
    expect(await names(people.owner, '&tags=vehicle,harbour')).toEqual(['Eel-boat'])
    expect(await names(people.owner, '&tags=vehicle')).toEqual(['Eel-boat', 'Ship'])
    expect((await names(people.owner, '&sortBy=name&sortOrder=asc')).slice(0, 2)).toEqual(['Eel-boat', 'Character'])
    await free(people.owner, id)
  })

  test('a repeat makes nothing twice, and another’s id is refused', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const body = template('Once')
    const [first, second] = [
      await people.owner.post('/api/templates', body, key),
      await people.owner.post('/api/templates', body, key),
    ]
    expect([first.status, second.body.id]).toEqual([201, first.body.id])
    expect(await names(people.owner, '&search=Once', second.body.position)).toEqual(['Once'])
    const taken = await people.player.post('/api/templates', { ...body, id: first.body.id })
    expect([taken.status, taken.body.code]).toEqual([409, 'id_taken'])
    await free(people.owner, first.body.id)
  })

  test('wrong input is told by its field, with the specified words', async () => {
    const refused = await people.owner.post('/api/templates', { name: ' ', attributes: [] })
    expect(refused.status).toBe(400)
    expect(refused.body.errors).toContainEqual({ field: 'name', message: 'Template name is required' })
    const [one, two] = attributes('One', 'Two')
    const circle = [
      { ...one, dependsOn: [1] },
      { ...two, dependsOn: [0] },
    ]
    expect((await people.owner.post('/api/templates', template('Circle', { attributes: circle }))).status).toBe(400)
  })
})

describe('who sees and changes a template', () => {
  test('SHARED follows the memberships of the moment; PUBLIC is everyone’s; only the owner changes it', async () => {
    const shared = await make(people.owner, template('Shared one', { visibility: 'SHARED' }))
    const hidden = await make(people.owner, template('Mine alone'))
    const open = await make(people.owner, template('Everyone’s', { visibility: 'PUBLIC' }))
    const own = ['Shared one', 'Mine alone', 'Everyone’s']
    const seenBy = async (who: Person) =>
      (await names(who, '', open.position)).filter((name: string) => own.includes(name)).sort()
    expect(await seenBy(people.player)).toEqual(['Everyone’s', 'Shared one'])
    expect(await seenBy(people.stranger)).toEqual(['Everyone’s'])
    expect((await people.player.get(`/api/templates/${hidden.id}`)).status).toBe(404)
    expect((await people.stranger.get(`/api/templates/${shared.id}`)).status).toBe(404)
    expect((await people.stranger.delete(`/api/templates/${shared.id}`)).status).toBe(404)
    expect((await people.player.delete(`/api/templates/${shared.id}`)).body.code).toBe('template_forbidden')
    expect((await people.player.send('PUT', `/api/templates/${shared.id}`, template('No'))).status).toBe(403)

    const { body } = await people.stranger.post('/api/campaigns', { name: 'Another table' })
    await join(people.stranger, people.owner, body.id)
    await eventually(async () => (await seenBy(people.stranger)).length === 2)
    const left = await people.owner.post(`/api/campaigns/${body.id}/members/leave`)
    expect(left.status).toBe(200)
    await people.stranger.get('/api/users/me', { 'min-position': left.body.position })
    expect(await seenBy(people.stranger)).toEqual(['Everyone’s'])
    for (const { id } of [shared, hidden, open]) await free(people.owner, id)
  })

  test('what is deleted lies in the library’s Trash and comes back', async () => {
    const { id } = await make(people.owner, template('Thrown away'))
    const { position } = await free(people.owner, id)
    expect(await names(people.owner, '&search=Thrown', position)).toEqual([])
    expect((await people.owner.get('/api/templates/trash')).body.templates[0]).toMatchObject({
      id,
      name: 'Thrown away',
    })
    expect((await people.player.get('/api/templates/trash')).body.total).toBe(0)
    expect((await people.owner.send('PUT', `/api/templates/${id}`, template('No'))).status).toBe(404)
    const back = await people.owner.post(`/api/templates/${id}/restore`)
    expect(await names(people.owner, '&search=Thrown', back.body.position)).toEqual(['Thrown away'])
    await free(people.owner, id)
  })
})

describe('how many', () => {
  test('FREE makes and edits none; BASIC 10; what is over is hidden and unusable, the oldest stay', {
    tags: 'long',
  }, async () => {
    const { admin } = people
    const someone = await stack.member('Bella Basic')
    const refused = await someone.post('/api/templates', template('No'))
    expect(refused.body).toMatchObject({ code: 'plan_required', status: 403 })
    expect((await someone.post(`/api/templates/${tavern.id}/duplicate`)).body.code).toBe('plan_required')

    const plan = async (plan: 'BASIC' | 'PRO' | 'FREE') => {
      const change = { userId: someone.id, plan, reason: 'Test', subscriptionPaidThrough: null }
      const { body } = await admin.post('/api/admin/subscription/change', change)
      await someone.get('/api/users/me', { 'min-position': body.position })
    }
    await plan('PRO')
    const made = []
    for (let n = 1; n <= 12; n++) made.push(await make(someone, template(`Kept ${n}`)))
    const [first, last] = [made[0], made[11]]
    await listed(someone, '', last.position)
    expect((await someone.get('/api/templates/limits')).body).toMatchObject({ count: 12, limit: null, canCreate: true })

    await plan('BASIC')
    expect((await listed(someone, '&search=Kept')).total).toBe(10)
    expect((await someone.get('/api/templates/limits')).body).toEqual({
      count: 12,
      limit: 10,
      canCreate: false,
      canModify: true,
    })
    expect((await someone.get(`/api/templates/${last.id}`)).body.code).toBe('template_hidden')
    expect((await someone.get(`/api/templates/${first.id}`)).status).toBe(200)
    expect((await someone.send('PUT', `/api/templates/${last.id}`, template('No'))).body.code).toBe('template_hidden')
    expect((await someone.post('/api/templates/generate', { templateId: last.id })).body.code).toBe('template_hidden')
    const full = await someone.post('/api/templates', template('One more'))
    expect([full.status, full.body.code, full.body.limit]).toEqual([403, 'template_limit_reached', 10])
    expect((await someone.post(`/api/templates/${tavern.id}/duplicate`)).body.code).toBe('template_limit_reached')

    await plan('FREE')
    expect((await listed(someone, '&search=Kept')).total).toBe(0)
    expect((await someone.get('/api/templates/limits')).body).toMatchObject({ count: 12, limit: 0, canModify: false })
    await plan('PRO')
    expect((await listed(someone, '&search=Kept')).total).toBe(12)
  })
  test('a copy is one’s own, private, named as asked', async () => {
    const asked = await people.player.post(`/api/templates/${tavern.id}/duplicate`, { newName: 'The Eel and Anchor' })
    const plain = await people.player.post(`/api/templates/${tavern.id}/duplicate`)
    expect((await names(people.player, '', plain.body.position)).slice(0, 2)).toEqual([
      'Tavern (Copy)',
      'The Eel and Anchor',
    ])
    expect((await people.player.get(`/api/templates/${asked.body.id}`)).body).toMatchObject({
      visibility: 'PRIVATE',
      userId: people.player.id,
      attributes: tavern.attributes,
    })
    for (const { body } of [asked, plain]) await free(people.player, body.id)
  })
})

const credits = async (who: Person) => (await who.get('/api/users/credits?limit=100')).body
const ends = async (who: Person) =>
  (await credits(who)).data.flatMap(({ status }: { status: string }) => (status === 'held' ? [] : status))
const settled = (who: Person) =>
  eventually(async () => {
    const { data, balance } = await credits(who)
    return data.some(({ status }: { status: string }) => status === 'held') ? undefined : balance
  })
const ended = (who: Person, id: string) =>
  eventually(async () => {
    const { body } = await who.get(`/api/conjurations/request/${id}`)
    return ['COMPLETED', 'FAILED', 'CANCELLED'].includes(body.status) ? body : undefined
  })
const ask = (who: Person, body: object = {}, folder = 'root', headers = {}) =>
  who.post(
    `/api/collections/${folder}/lore-from-template`,
    { templateId: tavern.id, campaignId: people.campaignId, ...body },
    headers,
  )

describe('lore from a template', () => {
  let someone: Person
  beforeEach(async () => {
    someone = await stack.member('Writer')
    await join(people.owner, someone, people.campaignId)
  })

  test('is written, paid with 2 credits, and counted', async () => {
    const { status, body } = await ask(someone, { guidance: 'By the harbour', values: {} })
    expect(status).toBe(202)
    const { id } = body.conjuration
    expect(await ended(someone, id)).toMatchObject({ status: 'COMPLETED', conjurationId: id, imageId: null, cost: 2 })
    expect((await ended(someone, body.generationId)).texts.map(({ name }: { name: string }) => name)).toEqual(
      tavern.attributes.map(({ name }) => name),
    )
    const lore = (await someone.get(`/api/conjurations/${id}`)).body
    expect(lore).toMatchObject({ name: 'The Tide Clerk', tags: ['location', 'tavern'], userId: someone.id })
    const { body: contents } = await someone.get(`/api/content-segments?entityType=CONJURATION&entityId=${id}`)
    expect(
      contents.data.map(({ type, title, content }: Record<string, string>) => [type, title, content?.trim()]),
    ).toEqual(tavern.attributes.map(({ name }) => ['STORY', name, `${name}: as asked`]))
    expect(await settled(someone)).toBe(98)
    const used = async () => (await someone.get(`/api/templates/${tavern.id}`)).body.usageCount
    expect(await eventually(async () => ((await used()) > 0 ? await used() : undefined))).toBe(1)
    expect((await people.player.get(`/api/conjurations/request/${id}`)).status).toBe(404)
  })

  test('starts empty for nothing, on a free plan and from a template of others, with a section for each attribute', async () => {
    const start = (headers = {}, folder = 'root') =>
      someone.post(
        `/api/collections/${folder}/empty-lore-from-template`,
        { templateId: tavern.id, campaignId: people.campaignId },
        headers,
      )
    const before = (await someone.get('/api/users/credits')).body
    const key = { 'idempotency-key': randomUUID() }
    const { status, body } = await start(key)
    expect(status).toBe(201)
    expect((await start(key)).body.id).toBe(body.id)
    const at = { 'min-position': body.position }
    const lore = (await someone.get(`/api/conjurations/${body.id}`, at)).body
    expect(lore).toMatchObject({ name: '', tags: ['location', 'tavern'], userId: someone.id })
    const { data } = (await someone.get(`/api/content-segments?entityType=CONJURATION&entityId=${body.id}`, at)).body
    expect(data.map(({ type, title, content }: Record<string, string>) => [type, title, content?.trim()])).toEqual(
      tavern.attributes.map(({ name }) => ['STORY', name, '']),
    )
    expect((await someone.get('/api/users/credits', at)).body).toEqual(before)
    expect((await start({}, randomUUID())).status).toBe(404)
  })

  test('with a picture is two holds; its picture stands for it', { tags: 'long' }, async () => {
    const [model] = imageModels
    const { body } = await ask(someone, { generateImage: true, imageModelId: model?.id })
    const { imageId } = await ended(someone, body.generationId)
    const lore = await eventually(async () => {
      const { body: found } = await someone.get(`/api/conjurations/${body.conjuration.id}`)
      return found.imageUri ? found : undefined
    })
    expect(lore.imageUri).toContain(imageId)
    expect(await settled(someone)).toBe(100 - 2 - Math.abs(model?.creditCost ?? 0))
  })

  test('costs 5 for a picture by a model that nobody chose, and all or nothing is held', { tags: 'long' }, async () => {
    const { body } = await ask(someone, { generateImage: true })
    expect((await ended(someone, body.generationId)).imageCost).toBe(5)
    expect(await settled(someone)).toBe(93)
    const poor = await stack.member('Poor')
    await join(people.owner, poor, people.campaignId)
    await people.admin.get('/api/users/me')
    // 100 credits are 50 texts: what is over is refused as a whole.
    const { body: held } = await poor.get('/api/users/me')
    expect(held.imageCredits).toBe(100)
  })

  test('does not come to be without texts, and everything that was held goes back', async () => {
    before = () => {
      throw new TextFailed('refused', 'The model said no.')
    }
    const { body } = await ask(someone, { generateImage: true })
    expect(await ended(someone, body.generationId)).toMatchObject({
      status: 'FAILED',
      errorMessage: 'The model said no.',
    })
    expect(await settled(someone)).toBe(100)
    expect((await someone.get(`/api/conjurations/${body.conjuration.id}`)).status).toBe(404)
    expect(await ends(someone)).not.toContain('captured')
  })

  test('cancelled while it is written, it is not written, and costs nothing', async () => {
    const writing = Promise.withResolvers<void>()
    before = ({ signal }) => {
      writing.resolve()
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    }
    const { body } = await ask(someone, { generateImage: true })
    await writing.promise
    const cancelled = await someone.post(`/api/conjurations/request/${body.generationId}/cancel`)
    expect(cancelled.status).toBe(200)
    expect(await ended(someone, body.generationId)).toMatchObject({ status: 'CANCELLED' })
    expect(await settled(someone)).toBe(100)
    expect((await people.player.post(`/api/conjurations/request/${body.generationId}/cancel`)).status).toBe(404)
  })

  test('a repeat is the same request: one hold, one lore', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const [first, second] = await Promise.all([ask(someone, {}, 'root', key), ask(someone, {}, 'root', key)])
    expect(second.body.conjuration).toEqual(first.body.conjuration)
    await ended(someone, first.body.generationId)
    expect(await settled(someone)).toBe(98)
  })

  test('knows only what the asker may see: no text, no name and no tag of what is hidden from them', {
    tags: 'long',
  }, async () => {
    const secret = {
      name: 'Vermilion Key',
      description: 'Under the third stair',
      tags: ['vermilion'],
      visibility: 'PRIVATE',
    }
    const { campaignId } = people
    const { body: hidden } = await people.owner.post('/api/conjurations', { ...secret, campaignId })
    const shown = { name: 'Reeve’s Stair', description: 'Wet by noon', tags: ['location'], visibility: 'CAMPAIGN' }
    const { body: open } = await people.owner.post('/api/conjurations', { ...shown, campaignId })
    await someone.get('/api/users/me', { 'min-position': open.position })
    let told = ''
    before = ({ known }) => {
      told = JSON.stringify(known)
    }
    const { body } = await ask(someone, { guidanceContext: [hidden.id, open.id] })
    const row = await ended(someone, body.generationId)
    expect(told).toContain('Wet by noon')
    expect(told).not.toMatch(/vermilion|third stair/i)
    expect(row).toMatchObject({ leftOut: 1 })
    // Beside each text there, for whoever reads it: what they do not see of what went in is only counted.
    const lore = body.conjuration.id
    const receipts = await someone.get(`/api/conjurations/${lore}/writings`)
    expect(receipts.body.total).toBe(tavern.attributes.length)
    expect(receipts.body.data[0]).toMatchObject({ cost: 2, madeBy: 'Written at once', moreOmitted: 1 })
    expect(JSON.stringify(receipts.body)).toContain('Reeve’s Stair')
    expect(JSON.stringify(receipts.body)).not.toContain(hidden.id)
    expect(row.sources).toContainEqual({ id: open.id, name: 'Reeve’s Stair' })
  })

  test('is not made where somebody does not belong, nor from what they do not see', async () => {
    expect((await ask(people.stranger)).status).toBe(404)
    expect((await ask(someone, { campaignId: undefined })).status).toBe(400)
    expect((await ask(someone, {}, randomUUID())).status).toBe(404)
    const hidden = await make(people.owner, template('Mine alone'))
    expect((await ask(someone, { templateId: hidden.id })).status).toBe(404)
    expect((await ask(someone, { templateId: 'nonsense' })).status).toBe(400)
    await free(people.owner, hidden.id)
  })

  test('texts alone are answered, for 2 credits', async () => {
    const { status, body } = await someone.post('/api/templates/generate', { templateId: tavern.id })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'The Tide Clerk', madeBy: 'Written at once' })
    expect(body.attributes).toHaveLength(tavern.attributes.length)
    expect(await settled(someone)).toBe(98)
    before = () => {
      throw new TextFailed('filtered', 'Not this.')
    }
    const refused = await someone.post('/api/templates/generate', { templateId: tavern.id })
    expect([refused.status, refused.body.detail]).toEqual([502, 'Not this.'])
    expect(await settled(someone)).toBe(98)
  })
})
