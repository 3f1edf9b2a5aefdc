import { Me } from '#domain/me.ts'
import type { Cast, Filling } from './filling.ts'
import { planLarge } from './large-plan.ts'

/** The number of concurrent requests. */
const atOnce = 24

/** Creates a campaign of `size` pages of lore in half as many folders, for measurements; the same size gives the same campaign. */
export async function fillLarge(cast: Cast, size: number, tell: Filling['tell']): Promise<void> {
  const { name, campaignId, levels, pages, idOf } = planLarge(size)
  const keyOf = (kind: string, n: number) => [name, kind, String(n)]
  const { Ines, Wren } = cast
  const description = 'Generated: for seeing how a very large campaign feels.'
  await Ines.act(keyOf('campaign', 0), 'POST', '/campaigns', { id: campaignId, name, description })
  const invitations = `/campaigns/${campaignId}/invitations`
  const { code } = await Ines.act(keyOf('invitation', 0), 'POST', invitations, { id: idOf('invitation', 0) })
  await Wren.act(keyOf('join', 0), 'POST', `/campaigns/invites/${code}`)

  const makingFolders = progress('folders', levels.flat().length, tell)
  // A folder needs its parent, so one level follows the other.
  for (const level of levels)
    await each(level, async (folder) => {
      await Ines.act([name, folder.id], 'POST', '/collections', { ...folder, campaignId })
      makingFolders.done()
    })
  makingFolders.end()

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

/** Runs `act` for all things, `atOnce` at a time. */
async function each<T>(things: readonly T[], act: (thing: T) => Promise<void>): Promise<void> {
  const rest = things.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const thing of rest) await act(thing)
    }),
  )
}

/** Reports the progress at most once a second, and the duration at the end. */
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
