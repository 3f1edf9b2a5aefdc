import { setTimeout as delay } from 'node:timers/promises'
import { oneOf, type Random } from '../../../demo/grammar.ts'
import { forEach } from '../../bench/lib/people.ts'
import type { Load } from '../lib/load.ts'
import { disagreement } from './agreement.ts'
import type { Cache } from './cache.ts'
import { type Disturbance, openTab, type Tab } from './tab.ts'

/** A tab for each person, on the campaign that they share with others. */
export function openTabs(load: Load, urls: readonly string[], after: string, disturbance?: Disturbance): Tab[] {
  return load.people.map((person, turn) => {
    const tab = openTab({ urls, turn, cookie: person.cookie, userId: person.id, after, disturbance })
    const place = load.places.find(({ owner, members }) => owner === person || members.includes(person))
    if (!place) throw new Error(`${person.name} sits at no table`)
    const { campaignId } = place
    tab.open('me')
    tab.open('campaigns')
    tab.open('collectionChildren', { campaignId, parentId: null, want: 5000 })
    tab.open('collectionConjurations', { campaignId, collectionId: null, want: 5000 })
    tab.open('gallery', { campaignId, type: 'IMAGE', search: '', month: '', want: 5000 })
    if (place.owner === person) tab.open('members', { campaignId, want: 1000 })
    return tab
  })
}

/** Opens one of the campaign's folders and one of its pages of lore, as soon as the tab knows of any. */
export function lookCloser(tab: Tab, campaignId: string, random: Random): boolean {
  const named = (name: string) => tab.caches.find((cache) => cache.name === name)?.data()?.rows ?? []
  const [folder, lore] = [oneOf(random, named('collectionChildren')), oneOf(random, named('collectionConjurations'))]
  if (!folder || !lore) return false
  tab.open('collectionConjurations', { campaignId, collectionId: folder.id, want: 5000 })
  tab.open('collectionChildren', { campaignId, parentId: folder.id, want: 5000 })
  tab.open('collectionPaths', { campaignId, to: [folder.id] })
  tab.open('conjurationImages', lore.id)
  return true
}

/** Breaks off one socket after the other, so that each breaks off every `everyMs` on average, until `signal` aborts. */
export async function breakOff(tabs: readonly Tab[], everyMs: number, random: Random, signal: AbortSignal) {
  let dropped = 0
  while (!signal.aborted) {
    oneOf(random, tabs)?.wire.drop()
    dropped++
    await delay((random() * 2 * everyMs) / tabs.length, undefined, { signal }).catch(() => undefined)
  }
  return dropped
}

const patienceMs = 60_000

/** Waits until every cache of every tab is what the server answers afresh; names those that never come to be so. */
export async function disagreements(tabs: readonly Tab[]): Promise<string[]> {
  const end = performance.now() + patienceMs
  const caches = tabs.flatMap(({ caches }) => caches)
  const found = await forEach(caches, 8, async (cache: Cache) => {
    for (let pause = 50; ; pause *= 2) {
      const followed = cache.data()
      // Refused from the start, as the page of what was deleted just before it was opened: there is nothing to follow.
      if (!followed) return undefined
      const wrong = disagreement(cache.name, followed, await cache.fresh())
      if (!wrong || performance.now() > end) return wrong && `${cache.name} ${JSON.stringify(cache.arg)}: ${wrong}`
      await delay(pause)
    }
  })
  return found.flatMap((each) => each ?? [])
}

export const sum = (tabs: readonly Tab[], what: keyof Cache['counts']): number =>
  tabs.reduce((total, { caches }) => total + caches.reduce((count, { counts }) => count + counts[what], 0), 0)
