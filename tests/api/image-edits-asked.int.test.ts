import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quickEdits } from '../quick-edits.ts'
import { type Answer, type Person, type Stack, startStack } from '../stack.ts'
import { campaignOf } from './campaign.ts'
import { masked, painted, replace, settled, shownTo, uploadedBy } from './edited.ts'

let stack: Stack
let people: Awaited<ReturnType<typeof campaignOf>>
let owner: Person
let dm: Person
beforeAll(async () => {
  stack = await startStack({
    imageEdits: [quickEdits(), quickEdits(undefined, { name: 'Dear', source: 'vendor', premiumPrice: 9 })],
  })
  people = await campaignOf(stack)
  ;({ owner, dm } = people)
  const pro = { userId: owner.id, plan: 'PRO', reason: 'Test', subscriptionPaidThrough: null }
  const { body } = await people.admin.post('/api/admin/subscription/change', pro)
  await owner.get('/api/users/me', { 'min-position': body.position })
})
afterAll(() => stack?.stop())

const upload = (as = owner) => uploadedBy(as, people.campaignId)
const shown = (id: string) => shownTo(stack, owner, id)
const whole = (id: string) => settled(stack, owner, id)
const said = ({ status, body }: Answer) => [status, body.code, body.detail]

describe('what may be asked for', () => {
  const ask = (tool: string, body: object) => async (id: string) => owner.post(`/api/images/${id}/${tool}`, body)
  const paint = (parts: Record<string, string>, mask?: Buffer | null) => (id: string) =>
    masked(owner, id, 'inpaint', parts, mask)
  const erase = (mask: Buffer | null) => (id: string) => masked(owner, id, 'erase', {}, mask)
  let id: string
  beforeAll(async () => {
    id = await upload()
  })
  test.each([
    ['a blank prompt', paint({ prompt: '  ' }), 400],
    ['a prompt that is too long', paint({ prompt: 'x'.repeat(2001) }), 400],
    ['no mask', paint({ prompt: 'a door' }, null), 422],
    ['nothing painted', async (on: string) => erase(await painted({ width: 0 }))(on), 422],
    ['no mask to erase', erase(null), 422],
    ['a mask of another size', async (on: string) => erase(await painted({}, { width: 1024, height: 1024 }))(on), 422],
    ['a mask that is no picture', erase(Buffer.from('mask')), 415],
    ['a mask that is damaged', async (on: string) => erase((await painted()).subarray(0, 90))(on), 422],
    ['no direction', ask('outpaint', { prompt: '' }), 400],
    ['two directions', ask('outpaint', { up: 150, left: 150 }), 400],
    ['another distance', ask('outpaint', { up: 151 }), 400],
    ['nothing to replace with', ask('replace', { prompt: ' ', searchPrompt: 'a hat' }), 400],
    ['a recolor without a colour', ask('recolor', { searchPrompt: 'a hat' }), 400],
    ['a recolor of nothing', ask('recolor', { prompt: 'red', searchPrompt: '' }), 400],
    ['no background', ask('replace-background', { prompt: '' }), 400],
    ['a provider that is not here', ask('replace', { prompt: 'a hat', provider: 'Nobody' }), 409],
  ])('not with %s', async (_name, asking, status) => {
    const answer = await asking(id)
    expect([answer.status, typeof answer.body.detail]).toEqual([status, 'string'])
    expect((await shown(id)).pendingEdits).toEqual([])
  })

  test('removing backgrounds and premium touch up are for Pro, in the words of the specification', {
    tags: 'long',
  }, async () => {
    const theirs = await upload(dm)
    const remove = (as: Person) => as.post(`/api/images/${theirs}/remove-background`)
    const text = 'You must upgrade to PRO to use background removal.'
    expect(said(await remove(dm))).toEqual([403, 'background_removal_needs_pro', text])
    expect((await remove(owner)).status).toBe(202)
    const premium = await masked(dm, theirs, 'inpaint', { prompt: 'a door', usePremium: 'true' })
    expect([premium.status, premium.body.code, premium.body.wanted]).toEqual([
      403,
      'plan_required',
      'premiumInpainting',
    ])
    const nsfw = await masked(dm, theirs, 'inpaint', { prompt: 'a door', nsfw: 'true' })
    expect([nsfw.status, nsfw.body.code]).toEqual([403, 'nsfw_not_allowed'])
  })

  test('what is NSFW is only touched up', { tags: 'long' }, async () => {
    const spicy = await upload()
    const off = await masked(owner, spicy, 'inpaint', { prompt: 'bare shoulders', nsfw: 'true' })
    expect([off.status, off.body.code]).toEqual([403, 'nsfw_switched_off'])
    const { body } = await owner.patch('/api/users/me', { allowNSFW: true })
    await owner.get('/api/users/me', { 'min-position': body.position })
    await masked(owner, spicy, 'inpaint', { prompt: 'bare shoulders', nsfw: 'true' })
    expect((await whole(spicy)).nsfw).toBe(true)
    expect(said(await replace(owner, spicy))).toEqual([422, 'edit_of_nsfw', 'NSFW images not supported yet.'])
    await masked(owner, spicy, 'inpaint', { prompt: 'a cloak' })
    expect((await whole(spicy)).edits).toHaveLength(3)
  })

  test('what there is says who does it, where, and for how much', async () => {
    const { tools } = (await dm.get('/api/images/editing')).body
    expect(tools.filter(({ tool }: { tool: string }) => tool === 'inpaint')).toEqual([
      { tool: 'inpaint', source: 'here', provider: 'Quick edits', cost: 0, premiumCost: 0 },
      { tool: 'inpaint', source: 'vendor', provider: 'Dear', cost: 5, premiumCost: 9 },
    ])
    expect(tools).toHaveLength(14)
  })
})
