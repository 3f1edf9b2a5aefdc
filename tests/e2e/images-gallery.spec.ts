import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { answerWith } from './answer-with.ts'
import { expect, type Member, test } from './app.ts'
import { seriousFindings } from './axe.ts'
import { tiles } from './generating.ts'
import type { Server } from './server.ts'
import { widest, zoomedInto } from './widths.ts'

const sizes = [
  [1024, 1024],
  [1536, 640],
  [832, 1216],
  [1344, 768],
] as const

/** Brings pictures into a campaign, the last of `names` as the newest. */
const bring = async (page: Page, server: Server, { campaignId }: Member, ...names: string[]) => {
  for (const [n, name] of names.entries()) {
    const [width, height] = sizes[n % sizes.length] ?? sizes[0]
    const buffer = await sharp({ create: { width, height, channels: 3, background: `hsl(${n * 47}, 30%, 40%)` } })
      .png()
      .toBuffer()
    const answer = await page.request.post(`/api/images/upload?campaignId=${campaignId}`, {
      headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
      multipart: { name, image: { name: 'a.png', mimeType: 'image/png', buffer } },
    })
    expect(answer.status(), await answer.text()).toBe(201)
  }
}

test('pictures are ticked one by one, by reach, and by keyboard', async ({ page, server, member }) => {
  await bring(page, server, member, 'one', 'two', 'three', 'four')
  await page.goto('/images')
  await expect(tiles(page)).toHaveCount(4)
  await page.getByRole('checkbox', { name: 'Select four' }).check()
  await expect(page.getByText('1 image selected')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select two' }).click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 images selected')).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByRole('toolbar')).toHaveCount(0)

  await page.getByRole('link', { name: 'four', exact: true }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('link', { name: 'three', exact: true })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText('1 image selected')).toBeVisible()
  await page.keyboard.press('End')
  await expect(page.getByRole('link', { name: 'one', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'one' })).toBeVisible()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/images$/)
})

test('pictures move to another campaign together', async ({ page, server, member }) => {
  await bring(page, server, member, 'one', 'two')
  const { position } = await (
    await page.request.post('/api/campaigns', {
      headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
      data: { name: 'Salt & Iron' },
    })
  ).json()
  await page.request.get('/api/campaigns', { headers: { 'min-position': position } })
  await page.goto('/images')
  await page.getByRole('checkbox', { name: 'Select one' }).check()
  await page.getByRole('checkbox', { name: 'Select two' }).check()
  await page.getByRole('button', { name: 'Move' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move 2 images' })
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(dialog.getByText('Please select a campaign')).toBeVisible()
  await dialog.getByRole('radio', { name: /Salt & Iron/ }).check()
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(page.getByText('2 images moved to Salt & Iron')).toBeVisible()
  await expect(tiles(page)).toHaveCount(0)
})

test('selected pictures become a sheet of paper standees', async ({ page, server, member }, info) => {
  await bring(page, server, member, 'Goblin', 'Ogre')
  await page.goto('/images')
  await page.getByRole('checkbox', { name: 'Select Goblin' }).check()
  await page.getByRole('checkbox', { name: 'Select Ogre' }).check()
  await page.getByRole('button', { name: 'Paper standees' }).click()
  const dialog = page.getByRole('dialog', { name: 'Paper Standees' })
  await expect(dialog.getByText('2 standees on 1 page')).toBeVisible()
  await dialog.getByLabel('Copies of Goblin').fill('12')
  await dialog.getByRole('radio', { name: /Large/ }).check()
  await dialog.getByRole('radio', { name: /US Letter/ }).check()
  await expect(dialog.getByText(/^13 standees on \d pages$/)).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.screenshot({ path: info.outputPath('standees.png') })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.screenshot({ path: info.outputPath('standees-phone.png') })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download PDF' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('paper-standees.pdf')
  const pdf = (await readFile(await download.path())).toString('latin1')
  expect(pdf).toContain('/MediaBox [0 0 612.00 792.00]')
  expect(pdf.match(/\/DCTDecode/g)?.length).toBe(2)
  expect(pdf.match(/\(Goblin \d+\) Tj/g)?.length).toBe(24)
  await download.saveAs(info.outputPath('paper-standees.pdf'))
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('2 images selected')).toBeVisible()
})

test('the gallery is searched after a pause, and by month', async ({ page, server, member }) => {
  await bring(page, server, member, 'Weighhouse quay', 'Lighthouse')
  await page.goto('/images')
  await expect(page.getByText('2 in this campaign')).toBeVisible()
  await page.getByLabel('Search prompts and names').fill('quay')
  await expect(tiles(page)).toHaveCount(1)
  await expect(page.getByText('1 found')).toBeVisible()
  await page.getByLabel('Search prompts and names').fill('nothing like it')
  await expect(page.getByRole('heading', { name: 'No image is like that' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all images' }).click()
  await expect(tiles(page)).toHaveCount(2)
  const month = new Date().toISOString().slice(0, 7)
  await page.getByLabel('Month').selectOption(month)
  await expect(tiles(page)).toHaveCount(2)
  await expect(page).toHaveURL(new RegExp(`month=${month}`))
})

test('a note that is typed on while it is saved stays in its field, and a month that does not exist is none', async ({
  page,
  server,
  member,
}) => {
  await bring(page, server, member, 'bells')
  await page.goto('/images?month=2026-99')
  await expect(tiles(page)).toHaveCount(1)
  await tiles(page).first().click()
  const isHeld = Promise.withResolvers<void>()
  await page.route('**/api/images/*/note', async (route) => {
    await isHeld.promise
    await route.continue()
  })
  const note = page.getByLabel('Note')
  await note.pressSequentially('Shown at the third bell')
  await note.blur()
  await note.press('End')
  await note.pressSequentially(', and again')
  isHeld.resolve()
  await expect(page.getByText('Saved')).toBeVisible()
  await expect(note).toHaveValue('Shown at the third bell, and again')
  await note.blur()
  await page.reload()
  await expect(note).toHaveValue('Shown at the third bell, and again')
})

test('more than a page is loaded on demand', async ({ page, server, member }) => {
  await bring(page, server, member, ...Array.from({ length: 52 }, (_, n) => `picture ${n + 1}`))
  await page.goto('/images')
  await expect(tiles(page)).toHaveCount(50)
  await page.getByRole('button', { name: 'Load More' }).click()
  await expect(tiles(page)).toHaveCount(52)
  await expect(page.getByRole('button', { name: 'Load More' })).toHaveCount(0)
})

test('a picture is brought along: cropped to the nearest size, named, and there', async ({ page, member }) => {
  void member
  await page.goto('/images')
  await page.getByRole('button', { name: 'Upload Image' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload Image' })
  const choose = (name: string, buffer: Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/jpeg', buffer })
  await choose('fake.jpg', Buffer.from('PK\u0003\u0004 this is a zip'))
  await expect(dialog.getByText('Only JPEG and PNG pictures can be uploaded.')).toBeVisible()

  const wide = await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#635' } })
    .jpeg()
    .toBuffer()
  await choose('cut off.jpg', wide.subarray(0, 400))
  await expect(dialog.getByRole('alert')).toBeVisible()
  await choose('Low water.jpg', wide)
  await expect(dialog.getByRole('radio', { name: /^Landscape 7:4/ })).toBeChecked()
  await expect(dialog.getByLabel('Name')).toHaveValue('Low water')
  await dialog.getByRole('button', { name: 'Upload Image' }).click()
  await expect(page.getByText('Image uploaded')).toBeVisible()
  await expect(tiles(page)).toHaveCount(1)
  await tiles(page).getByRole('link', { name: 'Low water' }).click()
  await expect(page.getByText('1344 × 768')).toBeVisible()
})

test('a refused upload says why and loses nothing', async ({ page, member }) => {
  void member
  await page.goto('/images?upload=1')
  const dialog = page.getByRole('dialog', { name: 'Upload Image' })
  const picture = await sharp({ create: { width: 1024, height: 1024, channels: 3, background: '#635' } })
    .png()
    .toBuffer()
  await dialog.locator('input[type=file]').setInputFiles({ name: 'bell.png', mimeType: 'image/png', buffer: picture })
  await dialog.getByLabel('Name').fill('The fifth bell')
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Upload Image' }).click()
  await expect(dialog.getByText('The picture could not be uploaded. Please try again.')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toHaveValue('The fifth bell')
  await page.context().setOffline(false)
  const detail = 'This picture takes too much time or memory to read.'
  const url = '**/api/images/upload?*'
  await page.route(url, (route) => answerWith(route, { status: 422, code: 'input_too_demanding', detail }))
  await dialog.getByRole('button', { name: 'Upload Image' }).click()
  await expect(dialog.getByRole('alert')).toContainText(detail)
  await expect(dialog.getByLabel('Name')).toHaveValue('The fifth bell')
  await page.unroute(url)
  await dialog.getByRole('button', { name: 'Upload Image' }).click()
  await expect(tiles(page).getByRole('link', { name: 'The fifth bell' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('prompt and results are two tabs, and nothing sticks out', async ({ page, server, member }) => {
    await bring(page, server, member, 'one', 'two', 'three')
    const sticksOut = async () => (await widest(page)) > 390
    await page.goto('/images')
    await expect(tiles(page)).toHaveCount(3)
    expect(await sticksOut()).toBe(false)
    await page.getByRole('button', { name: 'Generate Image' }).tap()
    await expect(page.getByLabel('Prompt', { exact: true })).toBeVisible()
    expect(await zoomedInto(page)).toEqual([])
    await page.getByRole('button', { name: /^Results/ }).tap()
    await expect(page.getByText('The loom is bare')).toBeVisible()
    await expect(page.getByLabel('Prompt', { exact: true })).toBeHidden()
    expect(await sticksOut()).toBe(false)
    await page.getByRole('button', { name: 'Return' }).tap()
    await tiles(page).first().getByRole('link').tap()
    await expect(page.getByRole('link', { name: 'Download' })).toBeVisible()
    expect(await sticksOut()).toBe(false)
  })
})

test('the image screens have no serious finding of axe', async ({ page, server, member }) => {
  await bring(page, server, member, 'one', 'two')
  await page.goto('/images')
  await page.getByRole('checkbox', { name: 'Select one' }).check()
  await expect(page.getByText('1 image selected')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.goto('/images?generate=1')
  await page.getByRole('button', { name: 'Select Models' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Select Models' }).click()
  await page.locator('.picker_card').first().waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.goto('/images')
  await tiles(page).first().getByRole('link').click()
  await page.getByRole('link', { name: 'Download' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
})

test('pictures are turned on their page and in full screen, and Back finds the gallery as it was left', async ({
  page,
  server,
  member,
}) => {
  const names = Array.from({ length: 12 }, (_, n) => `picture ${n + 1}`)
  await bring(page, server, member, ...names)
  await page.setViewportSize({ width: 700, height: 500 })
  await page.goto('/images')
  await expect(tiles(page)).toHaveCount(12)
  await page.getByRole('link', { name: 'picture 2', exact: true }).click()
  const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  await expect(title('picture 2')).toBeVisible()
  await page.getByRole('link', { name: 'Previous image' }).press('Enter')
  await expect(title('picture 3')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Previous image' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(title('picture 2')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(title('picture 1')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Next image' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Full screen', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'picture 1' })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('dialog', { name: 'picture 2' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(title('picture 2')).toBeVisible()

  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('link', { name: 'picture 2', exact: true })).toBeInViewport()
  await page.getByRole('link', { name: 'picture 1', exact: true }).click()
  await expect(title('picture 1')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name: 'picture 1', exact: true })).toBeInViewport()
})
