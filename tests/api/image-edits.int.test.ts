import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EditRequest } from '../../backend/providers/image-edits.ts'
import { ImageRefused } from '../../backend/providers/images.ts'
import { quickEdits } from '../quick-edits.ts'
import { type Answer, eventually, type Person, type Stack, startStack } from '../stack.ts'
import { campaignOf } from './campaign.ts'
import { masked, replace, settled, shownTo, uploadedBy } from './edited.ts'

/** What a prompt says decides what the provider does, so that each test has its own. */
const waits = new Map<string, PromiseWithResolvers<void>>()
const heard = new Map<string, EditRequest>()
const provider = async (request: EditRequest) => {
  const { edit, signal } = request
  const prompt = 'prompt' in edit ? edit.prompt : edit.tool
  heard.set(prompt, request)
  if (prompt.includes('forbidden')) throw new ImageRefused('filtered', 'That is not drawn here.')
  if (prompt.includes('impossible')) throw new ImageRefused('refused', 'There is no hat.')
  const wait = waits.get(prompt)
  if (wait)
    await Promise.race([wait.promise, new Promise((_, no) => signal.addEventListener('abort', no, { once: true }))])
}
/** From now on an edit with this prompt waits until it is let go. */
const holding = (prompt: string) => {
  const wait = Promise.withResolvers<void>()
  waits.set(prompt, wait)
  return wait
}

let stack: Stack
let people: Awaited<ReturnType<typeof campaignOf>>
let owner: Person
let dm: Person
const dear = { name: 'Dear', source: 'vendor', premiumPrice: 9 } as const
beforeAll(async () => {
  stack = await startStack({ imageEdits: [quickEdits(provider), quickEdits(provider, dear)] })
  people = await campaignOf(stack)
  ;({ owner, dm } = people)
  const pro = { userId: owner.id, plan: 'PRO', reason: 'Test', subscriptionPaidThrough: null }
  const { body } = await people.admin.post('/api/admin/subscription/change', pro)
  await owner.get('/api/users/me', { 'min-position': body.position })
})
afterAll(() => stack?.stop())

const now = async () => ({ 'min-position': String(await stack.store.head()) })
const upload = (as = owner) => uploadedBy(as, people.campaignId)
const shown = (id: string, as = owner) => shownTo(stack, as, id)
const whole = (id: string, as = owner) => settled(stack, as, id)
const said = ({ status, body }: Answer) => [status, body.code, body.detail]
const choose = (as: Person, id: string, editId: string) => as.patch(`/api/images/${id}/edit`, { editId })
const ids = (edits: { id: string }[]) => edits.map(({ id }) => id)

describe('an edit', () => {
  test('is made of what is current, and is what the picture is from then on', { tags: 'long' }, async () => {
    const id = await upload()
    const before = await shown(id)
    expect(before).toMatchObject({ edits: [{ tool: null, parentId: null }], branches: [], pendingEdits: [] })
    const asked = await replace(owner, id, 'a red hat')
    expect(asked).toMatchObject({ status: 202, body: { editId: expect.any(String), position: expect.any(String) } })
    const after = await whole(id)
    const { editId } = asked.body
    expect(after).toMatchObject({
      currentEditId: editId,
      uri: `/api/images/${id}/file/${editId}`,
      edits: [
        { id: before.edits[0].id, uri: before.uri, tool: null },
        {
          ...{
            id: editId,
            parentId: before.edits[0].id,
            tool: 'replace',
            prompt: 'a red hat',
            searchPrompt: 'the hat',
          },
          by: { id: owner.id, username: 'Olga Owner' },
          provider: 'Quick edits',
          cost: 0,
          maskUri: null,
        },
      ],
    })
    expect(heard.get('a red hat')).toMatchObject({ image: { width: 1536, height: 640, mime: 'image/png' } })
    const gallery = await owner.get(`/api/images/gallery?campaignId=${people.campaignId}`)
    expect(gallery.body.images.find((row: { id: string }) => row.id === id).uri).toBe(after.uri)
    const [file, small, original] = [
      await owner.get(after.uri),
      await owner.get(`${after.uri}?w=320`),
      await owner.get(before.uri),
    ]
    expect([file, small, original].map(({ status }) => status)).toEqual([200, 200, 200])
    expect(file.bytes.equals(original.bytes)).toBe(false)
  })

  test('with a mask brings it along in grey, as large as the picture, and can be opened again', {
    tags: 'long',
  }, async () => {
    const id = await upload()
    const { body } = await masked(owner, id, 'inpaint', { prompt: 'a small door' })
    const { edits } = await whole(id)
    const edit = heard.get('a small door')?.edit
    const mask = edit && 'mask' in edit ? edit.mask : Buffer.alloc(0)
    expect(await sharp(mask).metadata()).toMatchObject({
      format: 'png',
      channels: 1,
      depth: 'uchar',
      width: 1536,
      height: 640,
    })
    const grey = await sharp(mask).toColourspace('b-w').raw().toBuffer()
    expect([grey[0], grey[90 * 1536 + 120]]).toEqual([0, 255])
    const kept = await owner.get(edits[1].maskUri)
    expect([edits[1].id, kept.bytes.equals(mask)]).toEqual([body.editId, true])
  })

  test('that extends leaves the nine sizes, and downloads as PNG or WebP', async () => {
    const id = await upload()
    const sides = { up: 0, down: 0, left: 150, right: 0 }
    await owner.post(`/api/images/${id}/outpaint`, { prompt: '', ...sides })
    expect(await whole(id)).toMatchObject({
      width: 1686,
      height: 640,
      edits: [{ width: 1536 }, { width: 1686, growth: sides }],
    })
    const files = await Promise.all(
      ['', '?format=webp'].map((query) => owner.get(`/api/images/${id}/download${query}`)),
    )
    const read = await Promise.all(files.map(({ bytes }) => sharp(bytes).metadata()))
    expect(read.map(({ format, width }) => [format, width])).toEqual([
      ['png', 1686],
      ['webp', 1686],
    ])
    expect(files[1]?.headers['content-disposition']).toContain('.webp')
    expect((await owner.get(`/api/images/${id}/download?format=gif`)).status).toBe(400)
  })

  test('the same key twice is one edit, and answers as the first did', async () => {
    const id = await upload()
    const key = { 'idempotency-key': randomUUID() }
    const ask = () => owner.post(`/api/images/${id}/replace`, { prompt: 'once' }, key)
    const first = await ask()
    for (const again of await Promise.all([ask(), ask()])) expect(again.body.editId).toBe(first.body.editId)
    expect((await whole(id)).edits).toHaveLength(2)
    expect((await ask()).body.editId).toBe(first.body.editId)
  })

  test('of two people at once line up: each begins from what it finds', { tags: 'long' }, async () => {
    const id = await upload()
    const wait = holding('hers')
    const [hers, his] = [await replace(owner, id, 'hers'), await replace(dm, id, 'his')]
    const line = await eventually(async () => {
      const { pendingEdits } = await shown(id, dm)
      return pendingEdits[0]?.status === 'IN_PROGRESS' && pendingEdits
    })
    expect(line).toMatchObject([
      { id: hers.body.editId, status: 'IN_PROGRESS', by: { username: 'Olga Owner' } },
      { id: his.body.editId, status: 'IN_QUEUE', prompt: 'his', startedAt: null },
    ])
    wait.resolve()
    const { edits } = await whole(id)
    expect(edits).toMatchObject([{}, { id: hers.body.editId }, { id: his.body.editId, parentId: hers.body.editId }])
  })

  test('is cancelled while it is made: its maker is told, nothing is kept, and the next has its turn', async () => {
    const id = await upload()
    holding('for ever')
    const [slow, next] = [await replace(owner, id, 'for ever'), await replace(owner, id, 'next')]
    await eventually(() => heard.get('for ever'))
    await dm.post(`/api/images/${id}/edits/${slow.body.editId}/cancel`)
    await eventually(() => heard.get('for ever')?.signal.aborted)
    expect((await whole(id)).edits).toMatchObject([{}, { id: next.body.editId }])
    expect((await owner.get(`/api/images/${id}/file/${slow.body.editId}`)).status).toBe(404)
    expect((await dm.post(`/api/images/${id}/edits/${randomUUID()}/cancel`)).status).toBe(404)
  })

  test.each([
    ['forbidden', 'ImageEditFiltered', 'That is not drawn here.'],
    ['impossible', 'ImageEditFailed', 'There is no hat.'],
  ])('that is %s says why, and leaves the picture as it was', async (prompt, type, message) => {
    const id = await upload()
    const { editId } = (await replace(owner, id, prompt)).body
    const { edits } = await whole(id)
    expect(edits).toHaveLength(1)
    const { rows } = await stack.pool.query(`select data from feed where type = $1 and data->>'editId' = $2`, [
      type,
      editId,
    ])
    expect(rows).toMatchObject([{ data: { message } }])
  })

  test('premium has four to choose from, and who chooses one sees it', { tags: 'long' }, async () => {
    const id = await upload()
    await masked(owner, id, 'inpaint', { prompt: 'a fine door', usePremium: 'true' })
    const { candidates, currentEditId, branches } = await whole(id)
    expect([candidates.length, candidates[0].id, branches]).toEqual([4, currentEditId, []])
    await choose(owner, id, candidates[2].id)
    const chosen = await shown(id)
    expect(chosen).toMatchObject({ currentEditId: candidates[2].id, uri: candidates[2].uri })
    expect(chosen.edits).toMatchObject([{}, { id: candidates[2].id, prompt: 'a fine door' }])
    expect(ids(chosen.candidates)).toEqual(ids(candidates))
  })
})

describe('undo, redo and branches', () => {
  test('show what was made before; an edit after an undo branches, and both can be shown', {
    tags: 'long',
  }, async () => {
    const id = await upload()
    const made: string[] = []
    for (const prompt of ['one', 'two']) {
      made.push((await replace(owner, id, prompt)).body.editId)
      await whole(id)
    }
    const [one = '', two = ''] = made
    expect((await choose(owner, id, one)).body.currentEditId).toBe(one)
    const undone = await shown(id)
    expect([undone.currentEditId, ids(undone.edits).slice(1)]).toEqual([one, [one, two]])
    const three = (await replace(owner, id, 'three')).body.editId
    const branched = await whole(id)
    expect([ids(branched.edits).slice(1), branched.branches.map(ids)]).toEqual([[one, three], [[two]]])
    await choose(dm, id, two)
    const other = await shown(id)
    expect([ids(other.edits).slice(1), other.branches.map(ids)]).toEqual([[one, two], [[three]]])
    expect(said(await choose(owner, id, randomUUID()))).toEqual([404, 'edit_not_found', expect.any(String)])
  })

  test('what was done since the editor opened is discarded, unless somebody else has edited since', {
    tags: 'long',
  }, async () => {
    const id = await upload()
    const first = (await shown(id)).currentEditId
    const discard = (as: Person) => as.delete(`/api/images/${id}/edits?since=${first}`)
    const { editId } = (await replace(owner, id, 'mine')).body
    await whole(id)
    expect((await discard(dm)).body.currentEditId).toBe(editId)
    expect((await discard(owner)).body.currentEditId).toBe(first)
    expect((await choose(owner, id, editId)).body.currentEditId).toBe(editId)
    expect((await owner.delete(`/api/images/${id}/edits`)).body.currentEditId).toBe(first)
    expect((await owner.delete(`/api/images/${await upload()}/edits`)).body.currentEditId).toBeNull()
  })
})

describe('credits', () => {
  const available = async (as: Person) => (await as.get('/api/users/credits', await now())).body.available
  test('are held with the asking, spent with the picture, and come back with anything else', async () => {
    const someone = await stack.member('Paying')
    const { body } = await someone.post('/api/campaigns', {})
    const id = await uploadedBy(someone, body.id)
    const wait = holding('dear')
    await replace(someone, id, 'dear', { provider: 'Dear' })
    expect(await available(someone)).toBe(95)
    wait.resolve()
    await whole(id, someone)
    await replace(someone, id, 'forbidden', { provider: 'Dear' })
    await whole(id, someone)
    const lines = await eventually(async () => {
      const { data } = (await someone.get('/api/users/credits', await now())).body
      return data.filter((line: { status: string }) => line.status === 'held').length === 0 && data
    })
    expect(lines.map(({ status, comment }: { status: string; comment: string }) => [status, comment])).toContainEqual([
      'captured',
      'Edit (replace): Dear',
    ])
    expect(await available(someone)).toBe(95)
  })

  test('are not held for what is refused', async () => {
    const someone = await stack.member('Poor')
    const { body } = await someone.post('/api/campaigns', {})
    const id = await uploadedBy(someone, body.id)
    const answer = await someone.post(`/api/images/${id}/recolor`, {
      prompt: 'red',
      searchPrompt: '',
      provider: 'Dear',
    })
    expect(answer.status).toBe(400)
    expect(await available(someone)).toBe(100)
  })
})
