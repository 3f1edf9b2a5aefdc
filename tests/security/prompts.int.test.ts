import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ImageRefused } from '../../backend/providers/images.ts'
import { campaignOf } from '../api/campaign.ts'
import { replace, settled } from '../api/edited.ts'
import { drawMap, onPro } from '../api/maps.ts'
import { type Tab, tabs } from '../api/socket.ts'
import { wantedPicture } from '../api/wanted-picture.ts'
import { quickPictures } from '../quick-pictures.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { casesOf } from '../walk.ts'
import { describedRoutes, type Route } from './fuzz/routes.ts'

/**
 * What a picture was asked for with is for those who may edit it. A player sees pictures of lore that everybody sees, and asks every route for
 * them and listens: none of the words that they were made with is in anything that the player is sent.
 */

/** Each stands in one kind of prompt. */
const secrets = [
  'kestrelquartz',
  'obsidianfern',
  'marigoldcipher',
  'tundraviolet',
  'zephyrlantern',
  'quincemeridian',
  'basaltwhisper',
]
const found = (text: string) => secrets.filter((secret) => text.toLowerCase().includes(secret))

let stack: Stack
let c: Awaited<ReturnType<typeof campaignOf>>
let live: Tab
let late: Tab
const opened = tabs()
const known: Record<string, string[]> = {}

const now = async () => ({ 'min-position': String(await stack.store.head()) })
const done = async (answer: ReturnType<Person['post']>) => {
  const { status, body, text } = await answer
  if (status >= 300) throw new Error(text)
  return body
}
const lore = async (campaignId = c.campaignId): Promise<string> =>
  (await done(c.dm.post('/api/conjurations', { campaignId, name: 'Harbour', visibility: 'CAMPAIGN' }))).id
const ended = (id: string) =>
  eventually(async () => {
    const { body } = await c.dm.get(`/api/images/${id}`, await now())
    return body.generating === false && body
  })
const generated = async (
  conjurationId: string | undefined,
  over: object,
  campaignId = c.campaignId,
): Promise<string> => {
  const linking = conjurationId === undefined ? {} : { linking: { conjurationId } }
  const { images } = await done(
    c.dm.post('/api/images', wantedPicture(campaignId, { ...linking, ...over }), await now()),
  )
  await ended(images[0].id)
  return images[0].id
}
const heard = async (tab: Tab, someone: Person) => {
  const { id } = await done(
    c.dm.post('/api/conjurations', { campaignId: c.campaignId, name: 'Mark', visibility: 'CAMPAIGN' }),
  )
  await eventually(() => tab.said.some(({ data }) => data?.conjurationId === id), 60_000)
  await someone.get('/api/users/me', await now())
}

beforeAll(async () => {
  const refusing = quickPictures(({ prompt }) => {
    if (prompt.includes('zephyrlantern')) throw new ImageRefused('filtered', `Not allowed: ${prompt}`)
  })
  stack = await startStack({ images: refusing })
  c = await campaignOf(stack)
  await onPro(c.admin, c.dm)
  live = await opened.listen(stack, c.player)
  const harbour = await lore()
  const words = { prompt: 'A kestrelquartz at dusk, over the bay', negativePrompt: 'No obsidianfern' }
  const picture = await generated(harbour, words)
  await done(c.dm.patch(`/api/images/${picture}/primary`, {}, await now()))
  await done(c.dm.patch(`/api/images/${picture}/note`, { note: 'For the third evening' }))
  await done(replace(c.dm, picture, 'A marigoldcipher', { searchPrompt: 'The tundraviolet' }))
  await settled(stack, c.dm, picture)
  const refused = await generated(harbour, { prompt: 'A zephyrlantern' })
  const gallery = { entityType: 'CONJURATION', entityId: harbour, type: 'GALLERY' }
  const segment = (await done(c.dm.post('/api/content-segments', gallery))).id
  await done(c.dm.post(`/api/content-segments/${segment}/gallery`, { imageId: picture }, await now()))

  // With its lore it comes from another campaign, and its words along with it.
  const elsewhere = (await done(c.dm.post('/api/campaigns', { name: 'Elsewhere' }))).id
  const traveller = await lore(elsewhere)
  const moved = await generated(traveller, { prompt: 'A quincemeridian' }, elsewhere)
  await done(
    c.dm.post(`/api/conjurations/${traveller}/move-to-campaign`, { destinationCampaignId: c.campaignId }, await now()),
  )

  const map = await drawMap(stack, c.dm, c.campaignId, 'A basaltwhisper')
  await done(c.dm.post(`/api/battlemaps/${map}/table`, {}, await now()))

  // Everything that happens to a picture afterwards, before the player's eyes.
  for (const visibility of ['DM', 'CAMPAIGN']) await done(c.dm.patch(`/api/conjurations/${harbour}`, { visibility }))
  await done(c.dm.delete(`/api/images/${moved}`, undefined, await now()))
  await done(c.dm.post(`/api/images/${moved}/restore`, {}, await now()))
  await heard(live, c.player)
  late = await opened.listen(stack, c.player, '?after=0')
  await heard(late, c.player)
  const shown = (await c.player.get(`/api/images/${picture}`)).body
  Object.assign(known, {
    picture: [picture, refused, moved, map],
    campaign: [c.campaignId],
    conjuration: [harbour, traveller],
    segment: [segment],
    version: [shown.edits[0].id],
  })
}, 240_000)
afterAll(() => {
  opened.close()
  return stack?.stop()
})

/** Every address of a route that leads to something known: a parameter may stand for any of it. */
const addresses = ({ path, params, query }: Route): string[] => {
  const values = (name: string) =>
    (name === 'version' ? known.version : Object.values(known).flatMap((ids) => casesOf(ids))) ?? []
  const [first, ...others] = params
  const filled = (first ? values(first.name) : ['']).map((value) =>
    others.reduce(
      (address, { name }) => address.replace(`{${name}}`, values(name)[0] ?? value),
      path.replace(`{${first?.name}}`, value),
    ),
  )
  const asked: Record<string, readonly (string | undefined)[]> = {
    campaignId: [c.campaignId],
    conjurationId: known.conjuration ?? [],
    entityId: known.conjuration ?? [],
    entityType: ['CONJURATION'],
    position: [String(2 ** 53 - 1)],
    term: ['', 'kestrelquartz', 'bay'],
    search: ['', 'kestrelquartz'],
    q: ['kestrelquartz'],
  }
  const queries = query.reduce<string[]>(
    (all, { name }) => {
      const values = asked[name]
      return values ? all.flatMap((one) => casesOf(values, 2).map((value) => `${one}&${name}=${value}`)) : all
    },
    ['?'],
  )
  return filled.flatMap((address) => queries.map((one) => `${address}${one}`))
}

const isRead = ({ method, path }: Route) => method === 'GET' && !/^\/api\/(admin|audit|health|auth)/.test(path)

describe('the words that a picture was asked for with', () => {
  test('are in no answer of any route to a player who sees the picture', { tags: 'long' }, async () => {
    const leaks: string[] = []
    const showing = new Set<string>()
    for (const route of describedRoutes(stack.app).filter(isRead))
      for (const url of addresses(route)) {
        const { text, headers, status } = await c.player.get(url)
        const words = found(decodeURIComponent(JSON.stringify(headers)) + text)
        if (words.length > 0) leaks.push(`${url}: ${words}`)
        if (status === 200 && known.picture?.some((id) => text.includes(id))) showing.add(route.path)
      }
    expect(leaks).toEqual([])
    const ways = [
      '/api/images/gallery',
      '/api/images/{id}',
      '/api/conjurations/{id}',
      '/api/search',
      '/api/content-segments',
    ]
    expect([...showing]).toEqual(expect.arrayContaining([...ways, '/api/images/conjurations/{id}/history']))
  })

  test('are answered to its DM', async () => {
    const at = `campaignId=${c.campaignId}`
    const [picture] = known.picture ?? []
    const asked = [`images/gallery?${at}`, `images/${picture}`, `battlemaps?${at}`]
    const answers = await Promise.all(asked.map((url) => c.dm.get(`/api/${url}`)))
    expect(found(answers.map(({ text }) => text).join())).toEqual(secrets)
    const { headers } = await c.dm.get(`/api/images/${picture}/download`)
    expect(found(String(headers['content-disposition']))).toEqual(['kestrelquartz'])
  })

  test.each(['kestrelquartz', 'quincemeridian'])(
    'find nothing for a player, and the picture for its DM: %s',
    async (word) => {
      const counts = async (someone: Person) => {
        const at = `campaignId=${c.campaignId}`
        const [gallery, search] = [
          await someone.get(`/api/images/gallery?${at}&search=${word}`),
          await someone.get(`/api/search?${at}&term=${word}`),
        ]
        return [gallery.body.total, gallery.body.months.length, search.body.total]
      }
      expect(await counts(c.player)).toEqual([0, 0, 0])
      expect(await counts(c.dm)).toEqual([1, 1, 1])
    },
  )

  test('are in nothing that a player is told, as it happens and from the beginning on', async () => {
    for (const tab of [live, late]) expect(found(JSON.stringify(tab.said))).toEqual([])
    const about = (type: string) => live.said.find((line) => line.type === type)?.data
    expect(about('ImageRequested')).toMatchObject({ prompt: null, negativePrompt: null })
    expect(about('ImageFiltered')).toMatchObject({ message: '' })
    const tab = await opened.listen(stack, c.dm, '?after=0')
    await heard(tab, c.dm)
    expect(found(JSON.stringify(tab.said)).toSorted()).toEqual(secrets.toSorted())
  })

  test('are told again to who becomes a DM, and to nobody who was one', async () => {
    const promote = (role: number) =>
      done(c.owner.patch(`/api/campaigns/${c.campaignId}/members/${c.player.id}/role`, { role }))
    const [id] = known.picture ?? []
    const asked = async () => (await c.player.get(`/api/images/${id}`, await now())).text
    await promote(1)
    expect(found(await asked())).toContain('kestrelquartz')
    await promote(2)
    expect(found(await asked())).toEqual([])
    expect(found((await c.player.get(`/api/images/gallery?campaignId=${c.campaignId}`, await now())).text)).toEqual([])
  })
})
