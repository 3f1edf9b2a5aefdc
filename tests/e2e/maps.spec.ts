import type { APIRequestContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, signUp, test } from './app.ts'
import { seriousFindings } from './axe.ts'
import { drawn, headersOf, nameOf } from './maps.ts'
import type { Server } from './server.ts'

/** How bright the middle is of what somebody's window shows of a map, of 255. */
const brightness = (page: Page): Promise<number> =>
  page
    .getByRole('region', { name: 'Map' })
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const [x, y] = [canvas.width / 2 - 20, canvas.height / 2 - 20]
      const { data = [] } = canvas.getContext('2d')?.getImageData(x, y, 40, 40) ?? {}
      let sum = 0
      for (let at = 0; at < data.length; at += 4) sum += Math.max(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)
      return sum / (data.length / 4)
    })

const brush = async (page: Page) => {
  const box = await page.getByRole('region', { name: 'Map' }).locator('canvas').boundingBox()
  if (!box) throw new Error('There is no map')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y - 120)
  await page.mouse.down()
  await page.mouse.move(x, y, { steps: 8 })
  await page.mouse.move(x, y + 120, { steps: 8 })
  await page.mouse.up()
}

const post = async (request: APIRequestContext, server: Server, url: string) => {
  const answer = await request.post(`${server.url}/api/${url}`, { data: {}, headers: headersOf(server) })
  if (!answer.ok()) throw new Error(`${url}: ${answer.status()} ${await answer.text()}`)
  return answer.json()
}

test('a DM shows a map, players see what is revealed as it is revealed, and nothing once it is taken back', {
  tag: '@core',
}, async ({ page, browser, server, member, givePlan }) => {
  await givePlan(member.userId, 'PRO')
  const id = await drawn(page, server, member.campaignId)
  const context = await browser.newContext({ baseURL: server.url })
  await signUp(context, server, 'Elsewhere')
  const { code } = await post(page.request, server, `campaigns/${member.campaignId}/invitations`)
  await post(context.request, server, `campaigns/invites/${code}`)
  const player = await context.newPage()

  await player.goto(`/maps/${id}`)
  await expect(player.getByRole('heading', { name: 'This map is not on the table' })).toBeVisible()
  await page.goto(`/maps/${id}`)
  await page.getByRole('button', { name: 'Show at the Table' }).click()
  await expect(page.getByText('Players see it')).toBeVisible()
  await expect(player.getByText('Live', { exact: true })).toBeVisible()
  await expect.poll(() => brightness(player)).toBeLessThan(20)
  expect(await seriousFindings(player)).toEqual([])

  await page.getByRole('button', { name: 'Reveal', exact: true }).click()
  await brush(page)
  await expect.poll(() => brightness(player)).toBeGreaterThan(25)
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo the last stroke' }).click()
  await expect.poll(() => brightness(player)).toBeLessThan(20)

  // What passed while the player was away is there when they come back.
  await context.setOffline(true)
  await brush(page)
  await context.setOffline(false)
  await expect.poll(() => brightness(player), { timeout: 40_000 }).toBeGreaterThan(25)

  const forbidden = await player.request.get(`/api/images/${id}`)
  expect(forbidden.status()).toBe(404)
  await page.getByRole('button', { name: 'Take Back' }).click()
  await expect(player.getByRole('heading', { name: 'This map is not on the table' })).toBeVisible()

  // Whoever had a map before them goes along to the next.
  const next = await drawn(page, server, member.campaignId)
  for (const shown of [next, id]) {
    await post(page.request, server, `battlemaps/${shown}/table`)
    await expect(player).toHaveURL(new RegExp(`/maps/${shown}`))
    await expect(player.getByText('Live', { exact: true })).toBeVisible()
  }

  // Who is elsewhere is told once, in the window that they look at; whoever shows it is not.
  await player.goto('/images')
  await page.goto('/images')
  await expect(player.getByRole('heading', { name: 'Create Your Campaign Visuals' })).toBeVisible()
  await post(page.request, server, `battlemaps/${next}/table`)
  const news = player.getByRole('region', { name: 'Notifications' })
  await expect(news.getByText('A map lies on the table')).toBeVisible()
  await post(page.request, server, `battlemaps/${id}/table`)
  await expect(news.getByRole('link', { name: 'Open' })).toHaveCount(2)
  await player.reload()
  await expect(player.getByRole('heading', { name: 'Create Your Campaign Visuals' })).toBeVisible()
  await post(page.request, server, `battlemaps/${next}/table`)
  await news.getByRole('link', { name: 'Open' }).click()
  await expect(player).toHaveURL(new RegExp(`/maps/${next}`))
  await expect(page.getByText('A map lies on the table')).toBeHidden()
  await context.close()
})

test('a measured line runs from where the pointer was pressed to where it is', async ({
  page,
  server,
  member,
  givePlan,
}) => {
  await givePlan(member.userId, 'PRO')
  await page.goto(`/maps/${await drawn(page, server, member.campaignId)}`)
  const map = page.getByRole('region', { name: 'Map' }).locator('canvas')
  await page.getByRole('button', { name: 'Measure' }).click()
  const box = await map.boundingBox()
  if (!box) throw new Error('There is no map')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x - 100, y)
  await page.mouse.down()
  await page.mouse.move(x + 100, y, { steps: 8 })
  /** Whether the colour of a measured line is within 4 pixels of a point of the line. */
  const isLineAt = (left: number) =>
    map.evaluate((canvas: HTMLCanvasElement, left) => {
      const ratio = canvas.width / canvas.clientWidth
      const [x, y] = [(canvas.clientWidth / 2 + left) * ratio, canvas.height / 2]
      const { data = [] } = canvas.getContext('2d')?.getImageData(x - 4, y - 4, 8, 8) ?? {}
      return Array.from({ length: 64 }, (_, n) => data.slice(n * 4, n * 4 + 3)).some(
        ([red = 0, green = 0, blue = 0]) => red > 200 && green > 140 && green < 200 && blue < 110,
      )
    }, left)
  await expect.poll(() => isLineAt(-90)).toBe(true)
  for (const left of [-45, 0, 45]) expect(await isLineAt(left)).toBe(true)
  expect(await isLineAt(-115)).toBe(false)
  await page.mouse.up()
})

test('a key that is pressed before the events of an undone change have come is kept', async ({
  page,
  server,
  member,
  givePlan,
}) => {
  await givePlan(member.userId, 'PRO')
  const id = await drawn(page, server, member.campaignId)
  await page.routeWebSocket(/\/api\/realtime/, (socket) => {
    const upstream = socket.connectToServer()
    upstream.onMessage((message) => void setTimeout(() => socket.send(message), 2_000))
  })
  const laid = async () => (await (await page.request.get(`/api/battlemaps/${id}`)).json()).grid?.shown
  await page.goto(`/maps/${id}`)
  const shown = page.getByRole('region', { name: 'Grid' }).getByRole('switch', { name: 'Grid' })
  if (await shown.isChecked()) {
    await page.keyboard.press('g')
    await expect.poll(laid).toBe(false)
  }
  await page.keyboard.press('g')
  await expect.poll(laid).toBe(true)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(laid).toBe(false)
  await expect(shown).not.toBeChecked()
  await page.keyboard.press('g')
  await expect(shown).toBeChecked()
  await expect.poll(laid).toBe(true)
  await page.reload()
  await expect(shown).toBeChecked()
})

test('the grid is laid by hand and by key, kept, and comes with the download', async ({
  page,
  server,
  member,
  givePlan,
}) => {
  await givePlan(member.userId, 'PRO')
  const id = await drawn(page, server, member.campaignId)
  await page.goto('/images')
  await expect(page.getByRole('heading', { name: 'Create Your Campaign Visuals' })).toBeVisible()
  await page.goto(`/images/${id}`)
  await expect(page).toHaveURL(new RegExp(`/maps/${id}`))

  const grid = page.getByRole('region', { name: 'Grid' })
  await grid.getByRole('textbox', { name: 'Square', exact: true }).fill('32')
  await expect(grid.getByText('20 × 48 squares, 100 × 240 ft')).toBeVisible()
  await expect(grid.getByText('Saved')).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  const shown = grid.getByRole('switch', { name: 'Grid' })
  const laid = async () => (await (await page.request.get(`/api/battlemaps/${id}`)).json()).grid
  if (await shown.isChecked()) await shown.click()
  // A key that was pressed by accident is taken back, for everybody; a grid that is not there is not moved.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('g')
  await expect(shown).toBeChecked()
  await expect.poll(laid).toMatchObject({ x: 0, shown: true })
  await page.getByText('Grid shown for everybody').locator('..').getByRole('button', { name: 'Undo' }).click()
  await expect(shown).not.toBeChecked()
  await expect.poll(laid).toMatchObject({ x: 0, shown: false })
  await page.keyboard.press('g')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(grid.getByRole('textbox', { name: 'From the left' })).toHaveValue('10 px')
  await expect.poll(laid).toMatchObject({ cell: 32, x: 10, shown: true, unit: 'ft', scale: 5 })
  await page.reload()
  await expect(grid.getByRole('textbox', { name: 'Square', exact: true })).toHaveValue('32 px')

  await page.getByRole('button', { name: 'Download' }).click()
  const dialog = page.getByRole('dialog', { name: 'Download map' })
  expect(await seriousFindings(page)).toEqual([])
  const download = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`${await nameOf(page, id)}.png`)
  expect(await sharp(await file.path()).metadata()).toMatchObject({ format: 'png', width: 640, height: 1536 })

  // A picture that did not come is asked for again.
  const pictures = /\/print\b/
  await page.route(pictures, (route) => route.abort())
  await page.reload()
  const lost = page.getByText('This picture could not be loaded.')
  await expect(lost).toBeVisible()
  await page.unroute(pictures)
  const came = page.waitForResponse(pictures)
  await page.getByRole('button', { name: 'Retry' }).click()
  expect((await came).status()).toBe(200)
  await expect(page.getByRole('img', { name: await nameOf(page, id) })).toBeVisible()
  await expect(lost).toBeHidden()
})

test('maps are found, ticked and deleted from their page, and come back', async ({
  page,
  server,
  member,
  givePlan,
}) => {
  await page.goto('/maps')
  await expect(page.getByRole('heading', { name: /Battle maps for the table/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Upgrade to PRO' })).toBeVisible()
  await givePlan(member.userId, 'PRO')
  const name = await nameOf(page, await drawn(page, server, member.campaignId))
  await page.goto('/maps')
  await expect(page.getByText('1 in this campaign')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search maps' }).fill('nowhere')
  await expect(page.getByRole('heading', { name: 'No map is like that' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search maps' }).fill('crypt')
  await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await expect(page.getByRole('toolbar', { name: '1 map selected' })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Map deleted successfully')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: new RegExp(name) })).toBeVisible()
  await page.getByRole('link', { name: 'Generate Map' }).click()
  await page.getByRole('button', { name: 'Return' }).click()
  await expect(page).toHaveURL(/\/maps$/)
})
