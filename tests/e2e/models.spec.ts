import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, type Member, signUp, test } from './app.ts'
import { seriousFindings } from './axe.ts'
import { headersOf } from './maps.ts'
import type { Server } from './server.ts'
import { widest, zoomedInto } from './widths.ts'

/** A model takes some seconds, more on a crowded machine. */
/** A figure takes ten seconds of a processor, of which it gets the smaller part beside other tests. */
const patience = 240_000

const picture = () => {
  const figure =
    '<svg width="1200" height="1500"><rect width="100%" height="100%" fill="#cfc4b2"/><circle cx="600" cy="420" r="180" fill="#6b3a2e"/><path d="M300 1400 420 640h360l120 760z" fill="#2e6b68"/></svg>'
  return sharp(Buffer.from(figure)).png().toBuffer()
}

const requested = async (page: Page, server: Server, { campaignId }: Member, wanted: object): Promise<string> => {
  const answer = await page.request.post('/api/models', { data: { campaignId, ...wanted }, headers: headersOf(server) })
  if (!answer.ok()) throw new Error(`${answer.status()} ${await answer.text()}`)
  const { id, position } = await answer.json()
  await page.request.get(`/api/models/${id}`, { headers: { 'min-position': position } })
  return id
}
const finished = (page: Page, id: string) =>
  expect
    .poll(async () => (await (await page.request.get(`/api/models/${id}`)).json()).status, { timeout: patience })
    .toBe('COMPLETED')
const stage = (page: Page) => page.getByRole('region', { name: '3D model' })

test('a model is made of a prompt, appears in every window, is turned, renamed and printed', async ({
  page,
  context,
  member,
  givePlan,
}) => {
  test.setTimeout(2 * patience)
  await givePlan(member.userId, 'PRO')
  const other = await context.newPage()
  await other.goto('/models')
  await expect(other.getByRole('heading', { name: 'Transform Your Characters Into 3D Miniatures' })).toBeVisible()
  await page.goto('/models')
  await page.getByRole('button', { name: 'Generate Your First Model' }).click()
  await page.getByRole('button', { name: /From A Prompt/ }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toBeFocused()
  const generate = dialog.getByRole('button', { name: 'Generate', exact: true })
  await generate.click()
  await expect(dialog.getByText('Please provide a description for your model')).toBeVisible()

  // What is not understood costs nothing, is explained, and stays in the field.
  const field = dialog.getByRole('textbox', { name: 'Description' })
  await field.pressSequentially('xyzzy plugh')
  await generate.click()
  await expect(dialog.getByRole('alert')).not.toBeEmpty()
  await expect(field).toHaveValue('xyzzy plugh')
  await field.press('ControlOrMeta+a')
  await field.pressSequentially('a dwarf blacksmith with a hammer')
  await expect(dialog.getByText('32 / 1,024')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await generate.click()
  await expect(dialog.getByText('This takes 2-3 minutes. You can close this; it goes on without you.')).toBeVisible()
  await expect(other.getByRole('link', { name: /Unnamed Model/ })).toBeVisible()
  await expect(page).toHaveURL(/\/models\/[\da-f-]{36}\?from=generation$/, { timeout: patience })
  await expect(other.getByText('Completed')).toBeVisible()

  await expect(stage(page)).toHaveAttribute('data-status', 'shown', { timeout: 30_000 })
  await page.keyboard.press('t')
  await expect(page.getByRole('switch', { name: 'Texture' })).not.toBeChecked()
  // The search for faults above asked for reduced motion: it turns only when it is told to.
  await page.getByRole('button', { name: 'Turn', exact: true }).click()
  await page.getByRole('button', { name: 'Stop turning' }).click()
  await expect(page.getByRole('button', { name: 'Turn', exact: true })).toBeVisible()
  await page.keyboard.press('g')
  await expect(stage(page).getByText(/^\d+ mm$/)).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])

  await page.getByRole('button', { name: 'Rename' }).click()
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.pressSequentially('Nobody')
  await name.press('Escape')
  await expect(page.getByRole('heading', { name: 'Unnamed Model' })).toBeVisible()
  await page.getByRole('button', { name: 'Rename' }).click()
  await name.pressSequentially('Brokk')
  await name.press('Enter')
  await expect(page.getByText('Model name updated successfully')).toBeVisible()
  await expect(other.getByRole('link', { name: /Brokk/ })).toBeVisible()

  const download = page.waitForEvent('download', { timeout: patience })
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  await page.getByRole('menuitem', { name: /^STL/ }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('Brokk.stl')
  const bytes = await readFile(await file.path())
  // Binary STL: 80 bytes, the number of triangles, 50 bytes each.
  expect(bytes.length).toBe(84 + 50 * bytes.readUInt32LE(80))
  await expect(page.getByRole('button', { name: 'Download STL File' })).toBeVisible()
  await page.keyboard.press('Escape')
  await other.close()
})

test('a picture is uploaded, cropped and becomes a model, which is moved to another campaign', async ({
  page,
  server,
  member,
  givePlan,
}) => {
  test.setTimeout(2 * patience)
  await givePlan(member.userId, 'PRO')
  const elsewhere = { data: { name: 'Elsewhere' }, headers: headersOf(server) }
  await page.request.post('/api/campaigns', elsewhere)
  await page.goto('/models')
  await page.getByRole('button', { name: 'Generate New Model' }).click()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: /From An Image/ }).click()
  await dialog.getByRole('button', { name: /Upload an Image/ }).click()
  const file = { name: 'warden.png', mimeType: 'image/png', buffer: await picture() }
  const choose = () => dialog.getByLabel('Choose a picture').setInputFiles(file)
  await choose()
  const crop = dialog.getByRole('group', { name: /Part of the picture/ })
  await crop.hover()
  await page.mouse.down()
  await page.mouse.move(600, 300, { steps: 5 })
  await page.mouse.up()
  await dialog.getByRole('radio', { name: 'Relief plaque' }).check({ force: true })
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(dialog.getByText('Choose a picture', { exact: true })).toBeVisible()
  await choose()
  await expect(crop).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Generate', exact: true }).click()
  await expect(page).toHaveURL(/\/models\/[\da-f-]{36}\?from=generation$/, { timeout: patience })
  await expect(page.getByText('Source image').first()).toBeVisible()

  await page.getByRole('link', { name: 'Back' }).click()
  const card = page.getByRole('listitem').filter({ hasText: 'Unnamed Model' })
  await card.hover()
  await card.getByRole('checkbox').click()
  await expect(page.getByText('1 model(s) selected')).toBeVisible()
  await page.getByRole('button', { name: 'Move' }).click()
  const move = page.getByRole('dialog', { name: 'Move 1 model' })
  await move.getByRole('button', { name: 'Move' }).click()
  await expect(move.getByRole('alert')).toHaveText('Please select a campaign')
  await move.getByText('Elsewhere').click()
  await move.getByRole('button', { name: 'Move' }).click()
  await expect(page.getByText('Successfully moved model to campaign')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Generate Your First Model' })).toBeVisible()
})

test('without a plan or a tier, models are explained; what is hidden is not found', async ({
  page,
  browser,
  server,
  member,
  givePlan,
}) => {
  await page.goto('/models')
  await page.getByRole('button', { name: 'Generate Your First Model' }).click()
  const upsell = page.getByRole('dialog', { name: 'Create Model' })
  await expect(upsell.getByText('3D models need the Pro plan, or a backing of the miniatures.')).toBeVisible()
  await expect(upsell.getByRole('link', { name: 'Upgrade to Pro' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(upsell).toHaveCount(0)

  await givePlan(member.userId, 'PRO')
  const id = await requested(page, server, member, { prompt: 'a dwarf blacksmith with a hammer' })
  const context = await browser.newContext({ baseURL: server.url })
  await signUp(context, server, 'Elsewhere')
  const headers = headersOf(server)
  const invitation = await page.request.post(`/api/campaigns/${member.campaignId}/invitations`, { data: {}, headers })
  const { code } = await invitation.json()
  await context.request.post(`/api/campaigns/invites/${code}`, { data: {}, headers })
  const player = await context.newPage()
  await player.goto(`/models/${id}`)
  await expect(player.getByRole('heading', { name: 'Model not found. It may have been deleted.' })).toBeVisible()
  await expect(player).toHaveURL(/\/models$/)
  await context.close()

  // Its owner deletes it while it is made: the credits are not refunded, and the dialog says so.
  await page.goto('/models')
  const card = page.getByRole('listitem').filter({ hasText: 'Unnamed Model' })
  const isRunning = await card.getByRole('button', { name: 'Delete Unnamed Model' }).isVisible()
  if (isRunning) {
    await card.getByRole('button', { name: 'Delete Unnamed Model' }).click()
    const confirm = page.getByRole('alertdialog', { name: 'Delete Model?' })
    await confirm.getByRole('button', { name: 'Cancel' }).click()
  }
})

test('models fit a phone, and the turntable stands still for those who want no motion', async ({
  browser,
  server,
  givePlan,
}) => {
  test.setTimeout(2 * patience)
  const viewport = { width: 390, height: 844 }
  const context = await browser.newContext({ baseURL: server.url, viewport, reducedMotion: 'reduce', hasTouch: true })
  const member = await signUp(context, server)
  await givePlan(member.userId, 'PRO')
  const page = await context.newPage()
  const id = await requested(page, server, member, { prompt: 'a dwarf blacksmith with a hammer', name: 'Brokk' })
  await finished(page, id)
  await page.goto('/models')
  await page.getByRole('link', { name: /Brokk/ }).tap()
  await expect(stage(page)).toHaveAttribute('data-status', 'shown', { timeout: 30_000 })
  await expect(page.getByRole('button', { name: 'Turn', exact: true })).toBeVisible()
  expect(await widest(page)).toBe(390)
  await page.getByRole('button', { name: 'Download', exact: true }).tap()
  await expect(page.getByRole('menuitem', { name: /^GLB/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto('/models')
  await page.getByRole('button', { name: 'Generate New Model' }).tap()
  await page.getByRole('button', { name: /From A Prompt/ }).tap()
  expect(await widest(page)).toBe(390)
  expect(await zoomedInto(page)).toEqual([])
  await context.close()
})

test('the prompt that was typed is not lost to Escape', async ({ page, member, givePlan }) => {
  await givePlan(member.userId, 'PRO')
  await page.goto('/models')
  await page.getByRole('button', { name: 'Generate New Model' }).first().click()
  await page.getByRole('button', { name: /From A Prompt/ }).click()
  await page.keyboard.type('An old knight', { delay: 50 })
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(page.getByLabel('Description')).toHaveValue('An old knight')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard Changes' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
