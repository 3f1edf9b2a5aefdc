import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { Op } from '../../backend/domain/deltas.ts'
import type { Bench } from './lib/bench.ts'
import { openBrowser, pageOf } from './lib/browser.ts'
import { written } from './lib/figures.ts'
import { type Person, signUp } from './lib/people.ts'
import { loreWithText } from './lib/written-lore.ts'

const sizes = {
  full: { browsers: 5, seconds: 60, cut: { from: 20, seconds: 10 } },
  quick: { browsers: 2, seconds: 3, cut: { from: 1, seconds: 1 } },
}
const patienceMs = 120_000
const words = 'the bells of the weighhouse were cast from three drowned anchors and a great deal of patience'.split(' ')

const field = (page: Page) => page.getByRole('textbox', { name: 'The bells', exact: true })

/** Types at the places where people do, takes something away now and then, and undoes; answers the words that were typed. */
async function type(page: Page, who: string, until: number): Promise<number> {
  const { keyboard } = page
  let typed = 0
  await keyboard.press('ControlOrMeta+End')
  while (performance.now() < until) {
    const dice = Math.random()
    if (dice < 0.04) await keyboard.press('Enter')
    else if (dice < 0.08) for (let n = 0; n < 6; n++) await keyboard.press('Backspace')
    else if (dice < 0.1) await keyboard.press('ControlOrMeta+z')
    else if (dice < 0.13) await keyboard.press('ArrowUp')
    else if (dice < 0.15) await keyboard.press('ControlOrMeta+b')
    else {
      await keyboard.type(`${words[Math.floor(Math.random() * words.length)]}${who} `, { delay: 30 })
      typed++
    }
    await delay(Math.random() * 120)
  }
  return typed
}

/** What an editor holds: its letters, and how they are set. */
const shown = (page: Page) =>
  field(page).evaluate((root) => ({ letters: root.textContent.replaceAll(/[\s\uFEFF]+/g, ''), html: root.innerHTML }))
const lettersOf = (ops: readonly Op[]) =>
  ops
    .map(({ insert }) => (typeof insert === 'string' ? insert : ''))
    .join('')
    .replaceAll(/\s+/g, '')

/** What a page that differs says of itself: what it holds, whether it is saved, and what it has not sent. */
const told = (page: Page) =>
  page.evaluate(() => {
    const said = document.body.textContent?.match(/Saving\.\.\.|Saved|Offline: not saved yet|Not saved:[^.]*/g)
    const kept = Object.entries(localStorage).filter(([key]) => key.includes('.text.'))
    const text = document.querySelector('.ql-editor')?.textContent
    return JSON.stringify({ said, kept, text })
  })

export const bench: Bench = {
  what: '5 browsers type in one text for a minute, one of them cut off for ten seconds: all end with the same text, which is the server’s',
  async run(options) {
    const { quick, say } = options
    const { browsers, seconds, cut } = quick ? sizes.quick : sizes.full
    const { url } = await options.installation()
    const people: Person[] = []
    for (let n = 0; n < browsers; n++) people.push(await signUp(url, `Writer ${n}`))
    const { loreId, textId, revision } = await loreWithText(people, [{ insert: 'Five of them.\n' }])
    const browser = await openBrowser(options)
    const pages = await Promise.all(people.map((person) => pageOf(browser, url, person)))
    for (const page of pages) {
      await page.goto(`/lore/view/${loreId}`)
      await field(page).click()
      await page.getByRole('toolbar', { name: 'Format the bells' }).waitFor()
    }
    say(`${browsers} browsers type for ${seconds} s`)
    const [cutOff] = pages as [Page]
    const cutting = async () => {
      await delay(cut.from * 1000)
      await cutOff.context().setOffline(true)
      await delay(cut.seconds * 1000)
      await cutOff.context().setOffline(false)
    }
    const until = performance.now() + seconds * 1000
    const [typed] = await Promise.all([
      Promise.all(pages.map((page, n) => type(page, String.fromCharCode(97 + n), until))),
      cutting(),
    ])
    say('waiting until all have all of it')
    const since = performance.now()
    const [owner] = people as [Person]
    const recorded = async () => {
      const { ops, revision } = await owner.send('GET', `/texts/${textId}`)
      return { letters: lettersOf(ops as Op[]), revision: Number(revision) }
    }
    const [first, ...others] = pages as [Page, ...Page[]]
    for (;;) {
      const [server, one, ...rest] = await Promise.all([recorded(), shown(first), ...others.map(shown)])
      if (one.letters === server.letters && rest.every(({ html }) => html === one.html)) break
      if (performance.now() - since > patienceMs)
        throw new Error(
          `They differ. The server has ${server.letters}\n${(await Promise.all(pages.map(told))).join('\n')}`,
        )
      await delay(100)
    }
    const settled = performance.now() - since
    const server = await recorded()
    const asides = await Promise.all(pages.map((page) => page.getByText(/kept beside|found no place/i).count()))
    await browser.close()
    return [
      {
        title: `${browsers} browsers type in one text for ${seconds} s, one is cut off for ${cut.seconds} s in between`,
        columns: ['words typed', 'changes recorded', 'letters at the end', 's until all had all of it', 'equal'],
        rows: [
          [
            written(typed.reduce((sum, n) => sum + n, 0)),
            written(server.revision - revision),
            written(server.letters.length),
            written(settled / 1000),
            `all ${browsers}, and the server’s`,
          ],
        ],
        notes: [
          `Words that found no place: ${asides.reduce((sum, n) => sum + n, 0)}. Where they differ, it ends with 1.`,
        ],
      },
    ]
  },
}
