import type { CDPSession, Page } from '@playwright/test'
import type { Op } from '../../backend/domain/deltas.ts'
import type { Bench } from './lib/bench.ts'
import { openBrowser, pageOf } from './lib/browser.ts'
import { latency, median, spread, verdict, written } from './lib/figures.ts'
import { clicked, loaded, type Opened } from './lib/opening.ts'
import { type Person, signUp } from './lib/people.ts'
import { loreWithText } from './lib/written-lore.ts'

const sizes = { full: { words: 50_000, visits: 7, keys: 40 }, quick: { words: 500, visits: 1, keys: 2 } }
/** A page that is the same but for its words. */
const shortWords = 200
const sentence = 'the bells of the weighhouse were cast from three drowned anchors and a great deal of patience, '

/** Headings, paragraphs with something bold, and lists: about so many words. */
const textOf = (words: number): Op[] => {
  const ops: Op[] = []
  for (let n = 0, count = 0; count < words - 2; n++) {
    if (n % 12 === 0) ops.push({ insert: `Chapter ${n / 12}` }, { insert: '\n', attributes: { header: 2 } })
    else {
      ops.push({ insert: sentence.repeat(2 + (n % 5)) }, { insert: 'The fifth ', attributes: { bold: true } })
      ops.push(
        { insert: `is cracked in ${n}.` },
        { insert: '\n', ...(n % 7 === 0 && { attributes: { list: 'bullet' } }) },
      )
    }
    count += n % 12 === 0 ? 2 : (2 + (n % 5)) * 17 + 6
  }
  return [...ops, { insert: 'The end\n' }]
}

const scriptMs = async (session: CDPSession): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1000
}

/** What is typed: Quill takes letters of English another way than all others, and each end of a line. */
const kinds = { 'a letter': ['a', 'b', ' '], 'a letter with a sign': ['é', 'ß', 'ñ'], 'a new line': ['\n'] }

/** Milliseconds of script for each key, one after the other, with whatever it sets off until it is painted. */
async function typing(page: Page, keys: readonly string[], count: number): Promise<number[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const each: number[] = []
  for (let n = 0; n < count; n++) {
    const before = await scriptMs(session)
    await page.keyboard.type(keys[n % keys.length] ?? '')
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
    each.push((await scriptMs(session)) - before)
  }
  return each
}

export const bench: Bench = {
  what: 'a text of 50,000 words: ms from the click or the address until it is painted, and of script for each key that is typed in it, in Chromium',
  async run(options) {
    const { quick, say, facts } = options
    const { words, visits, keys } = quick ? sizes.quick : sizes.full
    const { url } = await options.installation()
    const person = await signUp(url, 'ines')
    const { loreId } = await loreWithText([person], textOf(words))
    const browser = await openBrowser(options)
    facts.Chromium = browser.version()
    const other = await signUp(url, 'mara')
    const short = await loreWithText([other], textOf(shortWords))
    const times: Record<'first' | 'again' | 'long' | 'short', Opened[]> = { first: [], again: [], long: [], short: [] }
    for (let n = 0; n < visits; n++) {
      say(`${n + 1} of ${visits} visits`)
      const visit = async <T>(by: Person, open: (page: Page) => Promise<T>) => {
        const page = await pageOf(browser, url, by)
        const answer = await open(page)
        await page.context().close()
        return answer
      }
      times.long.push(await visit(person, (page) => loaded(page, loreId)))
      times.short.push(await visit(other, (page) => loaded(page, short.loreId)))
      const [first, again] = await visit(person, clicked)
      times.first.push(first)
      times.again.push(again)
    }
    const last = (of: readonly Opened[]) => of.map(({ read }) => read)
    const row = (what: string, of: readonly Opened[], reach = '') => [
      ...[what, spread(of.map(({ begun }) => begun)), spread(last(of))],
      reach,
    ]
    const within = (of: readonly Opened[]) => verdict({ name: 'last line', value: median(last(of)), atMost: 300 })
    const costs = median(last(times.long)) - median(last(times.short))
    say(`${keys} keys`)
    const page = await pageOf(browser, url, person)
    await page.goto(`/lore/view/${loreId}`)
    await page.getByRole('heading', { name: 'Chapter 0', exact: true }).click()
    await page.getByRole('toolbar', { name: 'Format the bells' }).waitFor()
    await page.keyboard.press('End')
    const typed: string[][] = []
    for (const [kind, some] of Object.entries(kinds)) {
      await typing(page, some, 3)
      const ms = await typing(page, some, keys)
      const reached = verdict({ name: 'p50 ms', value: median(ms), atMost: 16 })
      typed.push([`${kind} (p50 / p99)`, latency(ms), reached])
    }
    await browser.close()
    return [
      {
        title: `A text of ${written(words)} words is opened to be read: ms until it is painted`,
        columns: ['', 'first words', 'last line', 'reach'],
        rows: [
          row('from the list, with its screen in the tab', times.again, within(times.again)),
          row('from the list for the first time, as soon as that stands', times.first, within(times.first)),
          row('by its address: the whole program is loaded', times.long),
          row(
            `the same page with ${written(shortWords)} words`,
            times.short,
            verdict({ name: 'what the words cost', value: costs, atMost: 300 }),
          ),
        ],
      },
      { title: `Keys in a text of ${written(words)} words`, columns: ['', 'ms of script', 'reach'], rows: typed },
    ]
  },
}
