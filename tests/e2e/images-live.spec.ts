import type { WebSocketRoute } from '@playwright/test'
import { expect, signedInAs, test } from './app.ts'
import { generate, hold, medium, tiles } from './generating.ts'

test.describe('another browser', () => {
  test('sees a picture queued, drawn and finished, renamed and deleted, without reloading', async ({
    page,
    server,
    member,
    browser,
  }) => {
    void member
    const other = await signedInAs(page, () => browser.newContext({ baseURL: server.url }))
    await other.goto('/images')
    await expect(other.getByRole('heading', { name: 'Create Your Campaign Visuals' })).toBeVisible()
    let loads = 0
    other.on('load', () => loads++)

    const first = hold(server)
    await page.goto('/images')
    await generate(page, 'Weighhouse quay, low water')
    await expect(tiles(other)).toHaveCount(1)
    await expect(tiles(other).getByText('Generating...')).toBeVisible()
    first.release()
    await expect(tiles(other).locator('img.gallery-image_image')).toBeVisible()
    await expect(tiles(other).getByText('Generating...')).toHaveCount(0)

    await page.getByRole('button', { name: 'Done', exact: true }).click()
    await tiles(page).getByRole('link').click()
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByLabel('Name').fill('Low water')
    await page.keyboard.press('Enter')
    await expect(tiles(other).getByRole('link', { name: 'Low water' })).toBeVisible()

    await other.goto(page.url())
    const loadsBefore = loads
    await page.getByLabel('Note').fill('Shown at the third bell.')
    await page.getByLabel('Note').blur()
    await expect(other.getByLabel('Note')).toHaveValue('Shown at the third bell.')
    expect(loads).toBe(loadsBefore)
    await other.goBack()
    await expect(tiles(other)).toHaveCount(1)
    loads = 0

    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(tiles(other)).toHaveCount(0)
    expect(loads).toBe(0)
    await other.context().close()
  })

  test('that lost its network has missed nothing once it is back', async ({ page, server, member, browser }) => {
    void member
    const other = await signedInAs(page, () => browser.newContext({ baseURL: server.url }))
    const sockets: WebSocketRoute[] = []
    await other.routeWebSocket(/\/api\/realtime/, (socket) => {
      socket.connectToServer()
      sockets.push(socket)
    })
    await other.goto('/images')
    await expect(other.getByRole('heading', { name: 'Create Your Campaign Visuals' })).toBeVisible()
    await expect.poll(() => sockets.length).toBeGreaterThan(0)

    await other.context().setOffline(true)
    await sockets.at(-1)?.close({ code: 4000, reason: 'the line went dead' })
    await expect(other.getByRole('status').filter({ hasText: 'You are offline' })).toBeVisible()

    const asked = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && /\/api\/images$/.test(answer.url()),
    )
    await page.goto('/images')
    await generate(page, 'Reeve’s Row burning')
    await asked
    await expect(page.getByText('1 done')).toBeVisible()
    await expect(tiles(other)).toHaveCount(0)

    await other.context().setOffline(false)
    await expect(tiles(other)).toHaveCount(1, { timeout: 30_000 })
    await expect(tiles(other).locator('img.gallery-image_image')).toBeVisible()
    await other.context().close()
  })

  test('of the same person shows the credits that are left', async ({ page, server, member, browser }) => {
    void member
    const other = await signedInAs(page, () => browser.newContext({ baseURL: server.url }))
    await other.goto('/images?generate=1')
    await expect(other.getByText('100 credits')).toBeVisible()
    await page.goto('/images')
    await generate(page, 'Gallowglass Light', medium)
    await expect(other.getByText('96 credits')).toBeVisible()
    await other.context().close()
  })
})
