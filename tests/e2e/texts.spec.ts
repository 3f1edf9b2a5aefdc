import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { links, markdown, words } from '../security/hostile-vectors.ts'
import { isWalk } from '../walk.ts'
import { content, opened, text } from './story.ts'
import { expect, picture, test } from './table.ts'

test('a text is asked for while its lore is still on its way, once, and stands there to its last line', async ({
  table,
}) => {
  const { id, mara } = await opened(table, 'Five of them.')
  const bells = Array.from({ length: 300 }, (_, n) => `Bell ${n + 1}\n`).join('')
  await table.owner.ask('POST', `texts/${id}/changes`, { id: randomUUID(), base: 1, ops: [{ insert: bells }] })
  const address = mara.url()
  await mara.goto('about:blank')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await mara.route(`**/api/conjurations/${address.split('/').at(-1)}`, async (route) => {
    await released
    await route.continue()
  })
  const asked: string[] = []
  mara.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const answered = mara.waitForResponse(`**/api/texts/${id}`)
  await mara.goto(address, { waitUntil: 'commit' })
  await answered
  release()
  await expect(content(mara).getByText('Bell 300', { exact: true })).toBeVisible()
  await expect(content(mara).locator('p')).toHaveCount(301)
  expect(asked.filter((path) => path === `/api/texts/${id}`)).toHaveLength(1)
})

test('a text that was kept from its reader for a while stands there as it is then', async ({ table }) => {
  const { id, mara } = await opened(table, 'Five of them.')
  await table.owner.ask('PATCH', `content-segments/${id}`, { isForDms: true })
  await expect(content(mara)).toHaveCount(0)
  const meanwhile = { id: randomUUID(), base: 1, ops: [{ insert: 'There are: ' }] }
  await table.owner.ask('POST', `texts/${id}/changes`, meanwhile)
  await table.owner.ask('PATCH', `content-segments/${id}`, { isForDms: false })
  await expect(content(mara)).toContainText('There are: Five of them.')
})

test('a text that is first touched without a connection stays as it is, says so, and its editor opens at Try again once there is one', async ({
  table,
}) => {
  const { ines, mara } = await opened(table, 'Five of them.')
  const missing = content(ines).getByRole('alert')
  await ines.context().setOffline(true)
  await text(ines).click({ position: { x: 1, y: 12 } })
  await expect(missing).toContainText('can be read, but not written in')
  await expect(text(ines)).toHaveText('Five of them.')
  await ines.keyboard.type('All ', { delay: 60 })
  await ines.context().setOffline(false)
  await missing.getByRole('button', { name: 'Try again' }).click()
  await expect(ines.getByRole('toolbar', { name: 'Format the bells' })).toBeVisible()
  await expect(missing).toHaveCount(0)
  await expect(text(ines)).toHaveText('All Five of them.')
  await ines.keyboard.press('End')
  await ines.keyboard.type(' One is cracked.')
  await expect(content(mara)).toContainText('All Five of them. One is cracked.')
})

test('what is typed before the editor has come is written where the text was touched', { tag: '@core' }, async ({
  table,
}) => {
  const { ines, mara } = await opened(table, 'Five of them.')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await ines.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  await text(ines).focus()
  await ines.keyboard.press('Tab')
  await ines.keyboard.press('Shift+Tab')
  await expect(text(ines)).toBeFocused()
  await ines.keyboard.type(' One is crackex')
  await ines.keyboard.press('Backspace')
  await ines.keyboard.type('d.')
  await expect(ines.getByRole('toolbar')).toHaveCount(0)
  release()
  await expect(text(ines)).toHaveText('Five of them. One is cracked.')
  await ines.keyboard.type(' All ring.')
  await expect(content(mara)).toContainText('Five of them. One is cracked. All ring.')
})

test('what was typed outlives a tab that is lost without a connection, and goes out when the lore is opened again', async ({
  table,
}) => {
  const { id, ines, mara } = await opened(table, 'Five of them.')
  const address = ines.url()
  const context = ines.context()
  await text(ines).click()
  await expect(ines.getByRole('toolbar', { name: 'Format the bells' })).toBeVisible()
  await ines.keyboard.press('ControlOrMeta+End')
  await context.setOffline(true)
  await ines.keyboard.type(' One is cracked.')
  await expect(text(ines)).toHaveText('Five of them. One is cracked.')
  // No farewell: as when the browser crashes.
  await ines.close({ runBeforeUnload: false })
  const meanwhile = { id: randomUUID(), base: 1, ops: [{ insert: 'There are: ' }] }
  await table.owner.ask('POST', `texts/${id}/changes`, meanwhile)
  await context.setOffline(false)
  const again = await context.newPage()
  await again.goto(address)
  for (const page of [again, mara])
    await expect(content(page)).toContainText('There are: Five of them. One is cracked.')
})

test('a picture of the campaign is put among the words and shown there; the words are counted and printed while they are written', async ({
  table,
}) => {
  const { ines, mara } = await opened(table, 'Five of them.')
  const length = (page: Page) => page.getByText(/^\d+ words? · 1 min read$/)
  await picture(table.owner, table.campaignId, 'The belfry')
  for (const page of [ines, mara]) await expect(length(page)).toHaveText(/^3 words/)
  await text(ines).click()
  const tools = ines.getByRole('toolbar', { name: 'Format the bells' })
  await expect(tools).toBeVisible()
  await ines.keyboard.press('ControlOrMeta+End')
  await ines.keyboard.type(' One is cracked')
  await ines.keyboard.press('Enter')
  await ines.keyboard.type('All ring.')
  for (const page of [ines, mara]) await expect(length(page)).toHaveText(/^8 words/)
  await ines.emulateMedia({ media: 'print' })
  await expect(text(ines)).toBeVisible()
  await ines.emulateMedia({ media: 'screen' })

  await tools.getByRole('button', { name: 'Picture' }).click()
  await ines.getByRole('dialog', { name: 'Add a picture' }).getByRole('button', { name: 'The belfry' }).click()
  const shown = content(ines).getByRole('link', { name: 'The belfry' }).locator('img')
  const isDrawn = async () => {
    await shown.scrollIntoViewIfNeeded()
    await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  }
  await isDrawn()
  await expect(ines.getByText('Saved', { exact: true })).toBeVisible()
  await ines.reload()
  await isDrawn()
  await expect(ines.getByRole('toolbar')).toHaveCount(0)
})

/** Each as another program would have copied it. */
const pasted: Record<string, string>[] = [
  ...words.flatMap((html) => [html, `<ul><li>${html}</li></ul>`, `<table><tr><td>${html}</td></tr></table>`]),
  ...links.map((link) => `<a href="${link.replaceAll('"', '&quot;')}">x</a>`),
]
  .map((html): Record<string, string> => ({ 'text/html': html }))
  .concat([...markdown, ...links.map((link) => `**x** [x](${link})`)].map((plain) => ({ 'text/plain': plain })))

/** What runs, or leads where something does. */
const runs =
  'script, iframe, object, embed, svg script, style, form, base, meta, [style*="javascript:"], a[href]:not([href^="https://"], [href^="http://"], [href^="mailto:"], [href^="/"], [href="about:blank"])'
const running = (field: Locator) =>
  field.evaluate((root, harmful) => {
    const all = [...root.querySelectorAll('*')]
    const handled = all.filter(({ attributes }) =>
      [...attributes].some(({ name }) => /^on|^srcdoc$|^action$/.test(name)),
    )
    return [...root.querySelectorAll(harmful), ...handled].map(({ outerHTML }) => outerHTML)
  }, runs)

/** Every fifth of them; all in a walk. */
const tried = isWalk ? pasted : pasted.filter((_, n) => n % 5 === 0)

test(`nothing of ${tried.length} things that are pasted runs, for whoever writes or reads`, { tag: '@core' }, async ({
  table,
}) => {
  test.setTimeout(120_000)
  const { ines, mara } = await opened(table, 'Five of them.')
  const seen: string[] = []
  for (const page of [ines, mara]) {
    page.on('dialog', (dialog) => {
      seen.push(dialog.message())
      void dialog.dismiss()
    })
    page.on('pageerror', ({ message }) => seen.push(message))
  }
  await text(ines).click()
  await expect(ines.getByRole('toolbar', { name: 'Format the bells' })).toBeVisible()
  await text(ines).evaluate((field, all) => {
    for (const each of all) {
      const clipboardData = new DataTransfer()
      for (const [kind, data] of Object.entries(each)) clipboardData.setData(kind, data)
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }
  }, tried)
  await ines.keyboard.type(' The last word.')
  // Each paste is a step of undo, which is saved by itself.
  await expect(content(mara)).toContainText('The last word.', { timeout: 60_000 })
  for (const page of [ines, mara]) expect(await running(content(page))).toEqual([])
  expect(seen).toEqual([])
})

test('members write on an entry while its owner lets them, and keep their words when that ends', async ({ table }) => {
  const { ines, mara } = await opened(table, 'Five of them.')
  const lore = ines.url().split('/').at(-1) ?? ''
  const secret = { entityType: 'CONJURATION', entityId: lore, type: 'STORY', title: 'The lich', isForDms: true }
  await table.owner.ask('POST', 'content-segments', secret)
  const writers = ines.getByRole('switch', { name: 'Members may write here' })
  const marasText = text(mara)
  await expect(content(mara)).toBeVisible()
  await expect(mara.getByRole('combobox', { name: 'Tags' })).toHaveCount(0)

  await writers.click()
  await expect(mara.getByText('Every member may write here')).toBeVisible()
  await marasText.click()
  await expect(content(mara).locator('.ql-editor')).toBeFocused()
  await mara.keyboard.press('ControlOrMeta+End')
  await mara.keyboard.type(' One is cracked.', { delay: 50 })
  await expect(content(ines)).toContainText('Five of them. One is cracked.')
  await mara.getByRole('combobox', { name: 'Tags' }).click()
  await mara.keyboard.type('bronze', { delay: 50 })
  await mara.keyboard.press('Enter')
  await expect(ines.getByText('bronze', { exact: true }).first()).toBeVisible()
  await expect(mara.getByRole('region', { name: 'The lich' })).toHaveCount(0)
  await expect(mara.getByRole('combobox', { name: 'Visibility' })).toHaveCount(0)
  await expect(mara.getByRole('button', { name: /^Visibility/ })).toHaveCount(0)
  await expect(mara.getByRole('switch', { name: 'Members may write here' })).toHaveCount(0)

  const { promise: isEnded, resolve: end } = Promise.withResolvers<void>()
  await mara.route('**/api/texts/*/changes', async (route) => {
    await isEnded
    await route.continue()
  })
  await marasText.click()
  await mara.keyboard.press('ControlOrMeta+End')
  const sent = mara.waitForRequest('**/api/texts/*/changes')
  await mara.keyboard.type(' It rings.', { delay: 50 })
  await sent
  await writers.click()
  await expect(mara.getByText('Every member may write here')).toHaveCount(0)
  end()
  await expect(mara.getByRole('blockquote')).toContainText('It rings.')
  await expect(content(mara).locator('.ql-editor')).toHaveCount(0)
  await expect(content(ines)).not.toContainText('It rings.')
})
