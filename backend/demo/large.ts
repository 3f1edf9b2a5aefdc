import { Me } from '#domain/me.ts'
import { derivedId } from '../commands/ids.ts'
import type { Cast, Filling } from './filling.ts'
import { folderName, loreName, oneOf, prose, type Random, seeded, tagsOf } from './grammar.ts'

/** Requests under way at the same time. */
const atOnce = 24
/** One page in so many lies in one folder, for long lists; one in so many is for DMs only. */
const shelved = 5
const hidden = 10

interface MadeFolder {
  id: string
  name: string
  parentId: string | null
}

/** A campaign of `size` pages of lore in half as many folders, four levels deep, for measuring; always the same. */
export async function fillLarge(cast: Cast, size: number, tell: Filling['tell']): Promise<void> {
  const name = `The Endless Coast (${size})`
  const idOf = (kind: string, n: number) => derivedId('demo', name, kind, n)
  const keyOf = (kind: string, n: number) => [name, kind, String(n)]
  const random = seeded(size)
  const campaignId = idOf('campaign', 0)
  const { Ines, Wren } = cast
  const description = 'Generated: for seeing how a very large campaign feels.'
  await Ines.act(keyOf('campaign', 0), 'POST', '/campaigns', { id: campaignId, name, description })
  const invitations = `/campaigns/${campaignId}/invitations`
  const { code } = await Ines.act(keyOf('invitation', 0), 'POST', invitations, { id: idOf('invitation', 0) })
  await Wren.act(keyOf('join', 0), 'POST', `/campaigns/invites/${code}`)

  const levels = plan(random, Math.round(size / 2), (n) => idOf('folder', n))
  const folders = levels.flat()
  const makingFolders = progress('folders', folders.length, tell)
  // A folder needs its parent, so one level follows the other.
  for (const level of levels)
    await each(level, async (folder) => {
      await Ines.act([name, folder.id], 'POST', '/collections', { ...folder, campaignId })
      makingFolders.done()
    })
  makingFolders.end()

  const pages = Array.from({ length: size }, (_, n) => ({
    id: idOf('page', n),
    campaignId,
    collectionId: (n % shelved === 0 ? folders[0] : oneOf(random, folders))?.id ?? null,
    name: loreName(random),
    description: prose(random),
    tags: tagsOf(random),
    visibility: n % hidden === 3 ? 'DM' : 'CAMPAIGN',
  }))
  const writing = progress('pages of lore', size, tell)
  await each(pages, async (page) => {
    await Ines.act([name, page.id], 'POST', '/conjurations', page)
    writing.done()
  })
  writing.end()

  const since = performance.now()
  await Ines.get('/users/me', Me)
  tell(`Views caught up within ${((performance.now() - since) / 1000).toFixed(1)} s of the last answer.`)
}

/** Few folders at the root, more below them, most at the bottom. */
const plan = (random: Random, count: number, idOf: (n: number) => string): MadeFolder[][] => {
  const levels: MadeFolder[][] = []
  let made = 0
  for (const share of [0.005, 0.05, 0.3, 1]) {
    const above = levels.at(-1)
    const until = Math.max(made + 1, Math.round(count * share))
    const level: MadeFolder[] = []
    for (; made < Math.min(until, count); made++)
      level.push({ id: idOf(made), name: folderName(random), parentId: above ? oneOf(random, above).id : null })
    if (level.length > 0) levels.push(level)
  }
  const [shelf] = levels[0] ?? []
  if (shelf) shelf.name = 'The Unsorted Shelf'
  return levels
}

/** Does it for all, so many at once. */
async function each<T>(things: readonly T[], act: (thing: T) => Promise<void>): Promise<void> {
  const rest = things.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const thing of rest) await act(thing)
    }),
  )
}

/** Tells every second how far it is, and in the end how long it took. */
const progress = (what: string, total: number, tell: Filling['tell']) => {
  const since = performance.now()
  let [count, told] = [0, since]
  const figures = () => {
    const seconds = (performance.now() - since) / 1000
    return `in ${seconds.toFixed(1)} s (${Math.round(count / Math.max(seconds, 0.001))} a second)`
  }
  return {
    done() {
      count += 1
      if (performance.now() - told < 1000) return
      told = performance.now()
      tell(`  ${count} of ${total} ${what}`)
    },
    end: () => tell(`${total} ${what} ${figures()}`),
  }
}
