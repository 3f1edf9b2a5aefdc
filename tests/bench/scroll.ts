import { randomUUID } from 'node:crypto'
import type { Browser } from '@playwright/test'
import type { Bench, Table } from './lib/bench.ts'
import { openBrowser, pageOf } from './lib/browser.ts'
import { median, spread, verdict } from './lib/figures.ts'
import { forEach, type Person, signUp } from './lib/people.ts'
import { scroll, scrollTable } from './lib/scrolling.ts'

const sizes = {
  full: { folders: 5000, lore: 10_000, visits: 7, frames: 300 },
  quick: { folders: 60, lore: 210, visits: 1, frames: 30 },
}
export const bench: Bench = {
  what: 'first paint of the collections, and scrolling a tree of 5,000 folders and a folder of 10,000 lore, in Chromium',
  async run(options) {
    const { quick, say, facts } = options
    const size = quick ? sizes.quick : sizes.full
    const { url } = await options.installation()
    const person = await signUp(url, 'ines')
    say(`${size.folders} folders, ${size.lore} lore`)
    const { campaignId, folders, full } = await fill(person, size)
    const browser = await openBrowser(options)
    facts.Chromium = browser.version()

    say('visits with an empty cache')
    const visits: Visit[] = []
    for (let n = 0; n < size.visits; n++) visits.push(await visit(browser, url, person))

    const page = await pageOf(browser, url, person)
    say('the tree with every folder open')
    await page.addInitScript(([key, value]) => sessionStorage.setItem(key, value), [
      `loreloom.tree.${campaignId}`,
      JSON.stringify(['root', ...folders]),
    ] as const)
    await page.goto('/collections')
    await page.getByRole('treeitem').nth(10).waitFor()
    await page.waitForLoadState('networkidle')
    const tree = await scroll(page, '.tree_tree', size.frames)

    say('the folder with all its lore loaded')
    await page.goto(`/collections/${full}`)
    const more = page.getByRole('button', { name: 'Load More' })
    for (let loaded = 200; loaded < size.lore; loaded += 200) await more.click()
    await more.waitFor({ state: 'hidden' })
    const lore = await scroll(page, '.collection_page', size.frames)
    await browser.close()
    return [
      visitsTable(visits),
      scrollTable({ [`${folders.length} folders, all open`]: tree, [`${size.lore} lore`]: lore }),
    ]
  },
}

/** Folders a few levels deep, and one that holds all the lore. */
async function fill(person: Person, size: { folders: number; lore: number }) {
  const { id: campaignId } = await person.send('POST', '/campaigns', { name: 'The Endless Coast' })
  const folders = Array.from({ length: size.folders }, () => randomUUID())
  // A parent is made before what hangs in it: those of one level are made together.
  const parentOf = (n: number) => (n < 25 ? null : (folders[Math.floor((n - 25) / 8)] ?? null))
  for (let from = 0; from < folders.length; from = from === 0 ? 25 : from * 2) {
    const level = folders.slice(from, from === 0 ? 25 : from * 2)
    await forEach(level, 16, (id, n) =>
      person.send('POST', '/collections', { id, campaignId, name: `Folder ${from + n}`, parentId: parentOf(from + n) }),
    )
  }
  const full = folders[0] ?? ''
  await forEach(Array.from({ length: size.lore }), 16, (_, n) =>
    person.send('POST', '/conjurations', {
      campaignId,
      collectionId: full,
      name: `Lore ${n}`,
      description: 'Tide and bells.',
    }),
  )
  for (;;) {
    const { meta } = await person.send('GET', `/collections?campaignId=${campaignId}&parentId=${full}&limit=1`)
    if ((meta as { total: number }).total === size.lore) return { campaignId, folders, full }
  }
}

interface Visit {
  /** Milliseconds since the navigation began: something is painted; the tree stands. */
  painted: number
  stands: number
}

async function visit(browser: Browser, url: string, person: Person): Promise<Visit> {
  const page = await pageOf(browser, url, person)
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('[role=treeitem]')) return
      observer.disconnect()
      performance.mark('tree')
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/collections')
  await page.getByRole('treeitem').nth(10).waitFor()
  const at = await page.evaluate(() =>
    ['first-contentful-paint', 'tree'].map((name) => performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN),
  )
  await page.context().close()
  const [painted = Number.NaN, stands = Number.NaN] = at
  if (Number.isNaN(painted + stands)) throw new Error('The page was not painted')
  return { painted, stands }
}

const visitsTable = (visits: readonly Visit[]): Table => {
  const painted = visits.map(({ painted }) => painted)
  return {
    title: 'The collections of a large campaign, first visit, nothing cached',
    columns: ['', 'ms, median (range)', 'verdict'],
    rows: [
      ['first contentful paint', spread(painted), verdict({ name: 'median', value: median(painted), atMost: 1000 })],
      ['the tree stands', spread(visits.map(({ stands }) => stands)), ''],
    ],
  }
}
