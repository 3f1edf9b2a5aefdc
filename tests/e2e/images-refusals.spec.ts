import sharp from 'sharp'
import { expect, test } from './app.ts'
import { choose, generate, medium, tiles } from './generating.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#356' } })
    .png()
    .toBuffer()

test.describe('asking for a picture', () => {
  test.beforeEach(async ({ page, member }) => {
    void member
    await page.goto('/images?generate=1')
    await choose(page, medium)
  })

  test('without a model, without a prompt, or with one that is too long, is refused in place', async ({ page }) => {
    const send = page.getByRole('button', { name: /^Generate/ }).last()
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && /\/api\/images/.test(request.url())) sent++
    })
    await page.getByRole('button', { name: 'Select Models' }).click()
    await page.locator('.picker_card button[aria-pressed=true]').click()
    await page.getByRole('button', { name: 'Apply Selection' }).click()
    await send.click()
    await expect(page.getByText('Please select at least one model')).toBeVisible()
    await expect(page.getByText('Prompt must be provided and cannot exceed 2000 characters')).toBeVisible()

    await choose(page, medium)
    await page.getByLabel('Prompt', { exact: true }).fill('x'.repeat(1601))
    await expect(page.getByText('Getting long. Later details may be ignored.')).toBeVisible()
    await page.getByLabel('Prompt', { exact: true }).fill('x'.repeat(2001))
    await expect(page.getByText('2,001 / 2,000')).toBeVisible()
    await send.click()
    await expect(page.getByText('Prompt must be provided and cannot exceed 2000 characters')).toBeVisible()

    await page.getByLabel('Prompt', { exact: true }).fill('A quay')
    await page.getByLabel('Negative prompt').fill('y'.repeat(2001))
    await send.click()
    await expect(page.getByText('Negative prompt cannot exceed 2000 characters')).toBeVisible()
    expect(sent).toBe(0)
  })

  test('with a reference of any size: it is cropped here, resets the ratio, and is in no gallery unless kept', async ({
    page,
  }) => {
    // Three pictures are drawn, and a busy machine lends little for each.
    test.slow()
    const drawn = { timeout: 60_000 }
    await page.getByRole('radio', { name: /^Landscape 9:7/ }).check({ force: true })
    const file = page.getByLabel(/^Reference image/)
    await file.setInputFiles({ name: 'odd.png', mimeType: 'image/png', buffer: await picture(800, 600) })
    await expect(page.getByText('odd.png, 1152×896')).toBeVisible()
    await file.setInputFiles({
      name: 'zip.png',
      mimeType: 'image/png',
      buffer: Buffer.from('PK\u0003\u0004 not a picture'),
    })
    await expect(page.getByText('Only JPEG and PNG pictures can be uploaded.')).toBeVisible()

    await file.setInputFiles({ name: 'quay.png', mimeType: 'image/png', buffer: await picture(832, 1216) })
    await expect(page.getByText('quay.png, 832×1216')).toBeVisible()
    await expect(page.getByRole('radio', { name: /^Square 1:1/ })).toBeChecked()
    await expect(page.getByLabel('Strength')).toHaveValue('50')
    await page.getByLabel('Prompt', { exact: true }).fill('The same quay in winter')
    const asked = page.waitForRequest((request) => request.method() === 'POST' && /\/api\/images$/.test(request.url()))
    await page.getByRole('button', { name: 'Generate 1 image' }).click()
    expect((await asked).postDataJSON()).toMatchObject({ imageStrength: 50, imageId: expect.any(String), width: 1024 })
    await expect(page.getByText('1 done')).toBeVisible(drawn)
    await page.getByRole('button', { name: 'Done', exact: true }).click()
    await expect(tiles(page)).toHaveCount(1)

    await page.getByRole('button', { name: 'Generate Image' }).first().click()
    await file.setInputFiles({ name: 'odd.png', mimeType: 'image/png', buffer: await picture(800, 600) })
    await page.getByLabel('Keep it in the gallery too').check()
    await page.getByRole('button', { name: 'Generate 1 image' }).click()
    await expect(page.getByText('1 done')).toBeVisible(drawn)
    await page.getByRole('button', { name: 'Done', exact: true }).click()
    await expect(tiles(page)).toHaveCount(3)
  })

  test('with too few credits is told before anything is sent', async ({ page, server }) => {
    // 100 welcome credits, 24 pictures of 4 credits, and 4 credits left for one that costs 12.
    const { campaignId } = await page.evaluate(async () => {
      const { data } = await (await fetch('/api/campaigns')).json()
      return { campaignId: data[0].id as string }
    })
    const { data: models } = await (await page.request.get('/api/models/images?type=IMAGE')).json()
    const { id: modelId } = models.find(({ name }: { name: string }) => name === medium)
    for (let n = 0; n < 8; n++) {
      const answer = await page.request.post('/api/images', {
        headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
        data: {
          modelId,
          prompt: 'A quay',
          negativePrompt: '',
          stylePreset: 'fantasy-art',
          count: 3,
          width: 1024,
          height: 1024,
          campaignId,
        },
      })
      expect(answer.status(), await answer.text()).toBe(202)
    }
    await expect(page.getByText('4 credits', { exact: true }).first()).toBeVisible()
    const stepper = page.getByRole('group', { name: `Images by ${medium}` })
    await stepper.getByRole('button', { name: 'One more' }).click()
    await expect(page.getByText('Insufficient credits. You need 8 credits but only have 4.')).toBeVisible()
    await expect(stepper.getByRole('button', { name: 'One more' })).toBeEnabled()
    await page.getByRole('button', { name: 'Get Credits' }).click()
    const credits = page.getByRole('dialog', { name: 'Buy credits' })
    await expect(credits).toContainText('250 credits')
    await page.keyboard.press('Escape')
    await expect(credits).toHaveCount(0)
    await expect(page.getByRole('dialog', { name: 'Generate image' })).toBeVisible()
  })
})

test('plans that are missing lock models, and say which plan opens them', async ({ page, member }) => {
  void member
  await page.goto('/images?generate=1')
  await page.getByRole('button', { name: 'Select Models' }).click()
  const locked = page.locator('.picker_card[data-locked]').filter({ hasText: 'Stable Image Ultra' })
  await expect(locked.getByText('Pro Plan Required')).toBeVisible()
  await expect(locked.getByText('Upgrade to unlock this model')).toBeVisible()
  await expect(locked.getByRole('link', { name: 'Upgrade Now' })).toHaveAttribute('href', '/account?tab=subscription')
  await expect(locked.getByRole('button')).toBeDisabled()
})

test('models that cannot be loaded are tried again, then say so', async ({ page, member }) => {
  void member
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + 1000)
  let asked = 0
  await page.route('**/api/models/images?*', (route) => {
    asked++
    return route.fulfill({ status: 400, json: {} })
  })
  await page.goto('/images?generate=1')
  for (const time of [1, 2, 3, 4]) {
    await expect(page.getByText('Failed to load image models', { exact: true })).toHaveCount(0)
    const passing = () => page.clock.fastForward(1000).then(() => asked)
    await expect.poll(passing, { intervals: [50], timeout: 30_000 }).toBe(time)
  }
  await page.clock.resume()
  await expect(page.getByText('Failed to load image models', { exact: true })).toBeVisible()
  await page.unroute('**/api/models/images?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Failed to load image models', { exact: true })).toHaveCount(0)
})

test('a picture that is not there says so, and leads back', async ({ page, member }) => {
  void member
  await page.goto('/images/0198c0de-0000-7000-8000-00000000dead?from=%2Fimages')
  await expect(page.getByRole('heading', { name: 'This picture is not here' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Images' }).click()
  await expect(page).toHaveURL(/\/images$/)
})

test('a way back that leads out of the app is not taken', async ({ page, member }) => {
  void member
  await page.goto('/images')
  await generate(page, 'A quay')
  await expect(page.getByText('1 done')).toBeVisible()
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  const href = await tiles(page).getByRole('link').getAttribute('href')
  await page.goto(`${href?.split('?')[0]}?from=//evil.example`)
  await expect(page.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/images')
})
