import type { CDPSession, Page } from '@playwright/test'
import type { Op } from '../../backend/domain/deltas.ts'
import type { Bench } from './lib/bench.ts'
import { openBrowser, pageOf } from './lib/browser.ts'
import { latency, median, spread, verdict, written } from './lib/figures.ts'
import { signUp } from './lib/people.ts'
import { loreWithText } from './lib/written-lore.ts'

const sizes = { full: { words: 50_000, visits: 7, keys: 40 }, quick: { words: 500, visits: 1, keys: 2 } }
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

/** From the asking for the text until its last line is on screen, in milliseconds: the server, the wire and the browser. */
async function visit(page: Page, loreId: string, textId: string): Promise<number> {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body?.textContent?.includes('The end')) return
      observer.disconnect()
      // After the frame in which it is laid out and painted.
      requestAnimationFrame(() => setTimeout(() => performance.mark('read')))
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto(`/lore/view/${loreId}`)
  await page.getByText('The end').waitFor()
  await page.waitForFunction(() => performance.getEntriesByName('read').length > 0)
  return page.evaluate((id) => {
    const asked = performance.getEntriesByType('resource').find(({ name }) => name.includes(`/api/texts/${id}`))
    return (performance.getEntriesByName('read')[0]?.startTime ?? Number.NaN) - (asked?.startTime ?? Number.NaN)
  }, textId)
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
  what: 'a text of 50,000 words: ms until it can be read, and of script for each key that is typed in it, in Chromium',
  async run(options) {
    const { quick, say, facts } = options
    const { words, visits, keys } = quick ? sizes.quick : sizes.full
    const { url } = await options.installation()
    const person = await signUp(url, 'ines')
    const { loreId, textId } = await loreWithText([person], textOf(words))
    const browser = await openBrowser(options)
    facts.Chromium = browser.version()
    const read: number[] = []
    for (let n = 0; n < visits; n++) {
      say(`${n + 1} of ${visits} visits`)
      const page = await pageOf(browser, url, person)
      read.push(await visit(page, loreId, textId))
      await page.context().close()
    }
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
      typed.push([`script of ${kind} that is typed (p50 / p99)`, latency(ms), reached])
    }
    await browser.close()
    return [
      {
        title: `A text of ${written(words)} words`,
        columns: ['', 'ms', 'reach'],
        rows: [
          [
            'opened to be read: asked for, answered, on screen',
            spread(read),
            verdict({ name: 'ms', value: median(read), atMost: 300 }),
          ],
          ...typed,
        ],
      },
    ]
  },
}
