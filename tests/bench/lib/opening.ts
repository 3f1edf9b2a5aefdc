import type { Page } from '@playwright/test'

/** When words of the text were painted, in milliseconds since it was opened: the first of them, and its last line. */
export interface Opened {
  begun: number
  read: number
}

/** Marks both in every page that is opened from now on, and when somebody clicked. */
const marking = (page: Page) =>
  page.addInitScript(() => {
    const mark = (name: string, words: string) => {
      performance.clearMarks(name)
      const observer = new MutationObserver(() => {
        if (!document.querySelector('[data-story]')?.textContent?.includes(words)) return
        observer.disconnect()
        // After the frame in which it is laid out and painted.
        requestAnimationFrame(() => setTimeout(() => performance.mark(name)))
      })
      observer.observe(document, { childList: true, subtree: true })
    }
    const look = () => {
      mark('begun', 'Chapter 0')
      mark('read', 'The end')
    }
    look()
    const click = ({ timeStamp }: Event) => {
      performance.clearMarks('opened')
      performance.mark('opened', { startTime: timeStamp })
      look()
    }
    addEventListener('click', click, true)
  })

async function opened(page: Page): Promise<Opened> {
  await page.waitForFunction(() => performance.getEntriesByName('read').length > 0)
  return page.evaluate(() => {
    const at = (name: string) => performance.getEntriesByName(name)[0]?.startTime ?? 0
    return { begun: at('begun') - at('opened'), read: at('read') - at('opened') }
  })
}

/** By its address: the whole program is loaded. */
export async function loaded(page: Page, loreId: string): Promise<Opened> {
  await marking(page)
  await page.goto(`/lore/view/${loreId}`)
  return opened(page)
}

/** From the list of lore as soon as that stands, and once more from there, with the files of its screen in the tab. */
export async function clicked(page: Page): Promise<[first: Opened, again: Opened]> {
  await marking(page)
  await page.goto('/collections')
  const card = page.getByRole('article').getByRole('link', { name: 'The Weighhouse' })
  await card.click()
  const first = await opened(page)
  await page.goBack()
  await card.click()
  return [first, await opened(page)]
}
