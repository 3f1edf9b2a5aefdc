import { expect, test } from './app.ts'
import { choose, core, generate, hold, medium, tiles } from './generating.ts'

test.describe('making a picture', () => {
  test('from an empty campaign to a named picture, and back from the Trash', { tag: '@core' }, async ({
    page,
    server,
    member,
  }) => {
    void member
    const first = hold(server)
    await page.goto('/images')
    await expect(page.getByRole('heading', { name: 'Create Your Campaign Visuals' })).toBeVisible()
    await generate(page, 'A drowned chapel at low tide, one bell still hanging')

    await expect(page.getByText('Generating...').last()).toBeVisible()
    await expect(page.getByText('1 on the loom')).toBeVisible()
    await expect(page.getByText('96 credits')).toBeVisible()
    first.release()
    await expect(page.getByText('1 done')).toBeVisible()

    await page.getByRole('button', { name: 'Done', exact: true }).click()
    await expect(tiles(page)).toHaveCount(1)
    await expect(page.getByText('1 in this campaign')).toBeVisible()
    await tiles(page).getByRole('link').click()
    await expect(page.getByText('A drowned chapel at low tide, one bell still hanging').last()).toBeVisible()
    await expect(page.getByRole('definition').getByText(medium, { exact: true })).toBeVisible()

    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByLabel('Name').fill('Chapel of Seven Bells')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Chapel of Seven Bells' })).toBeVisible()
    await expect(page.getByText('Saved')).toBeVisible()
    // A link cannot say which position its reader has seen: the list has the name a moment later.
    const nameNow = async () =>
      (await (await page.request.get(page.url().replace('/images/', '/api/images/'))).json()).name
    await expect.poll(nameNow).toBe('Chapel of Seven Bells')

    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('Chapel of Seven Bells.png')

    await page.getByRole('button', { name: 'Full screen', exact: true }).click()
    await expect(page.locator('.yarl__slide_image')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('.yarl__root')).toHaveCount(0)

    await page.getByRole('button', { name: 'Delete' }).click()
    const asked = page.getByRole('alertdialog')
    await expect(asked).toContainText('Are you sure you want to delete 1 image(s)?')
    await expect(asked).toContainText('It stays in the Trash for 30 days.')
    await expect(asked).not.toContainText('cannot be undone')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Successfully deleted 1 image(s)')).toBeVisible()
    await expect(tiles(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(tiles(page)).toHaveCount(1)
    await expect(tiles(page).getByRole('link', { name: 'Chapel of Seven Bells' })).toBeVisible()
  })

  test('begins with a reading of the prompt, and one press takes the model that is made for it', async ({
    page,
    member,
  }) => {
    void member
    await page.goto('/images?generate=1')
    await choose(page, 'Longlight Vista')
    const reading = page.getByRole('region', { name: 'What is drawn of the prompt' })
    const before = await reading.boundingBox()
    await page.getByLabel('Prompt', { exact: true }).fill('A lake at dusk with an airship')
    await expect(reading).toContainText('lake, dusk')
    await expect(reading).toContainText('Left out: airship')
    await expect(reading.getByRole('status')).toHaveText('Longlight Vista leaves out airship.')
    // Nothing moves under whoever is typing.
    expect((await reading.boundingBox())?.height).toBe(before?.height)

    await page.getByLabel('Prompt', { exact: true }).fill('A tavern interior with patrons')
    const instead = reading.getByRole('button', { name: 'Switch to Hearth & Hall' })
    await instead.waitFor()
    expect((await reading.boundingBox())?.height).toBe(before?.height)
    await instead.click()
    await expect(reading).toContainText('tavern, interior, patrons')
    await expect(reading).toBeFocused()
    await expect(page.getByLabel('Style of Hearth & Hall')).toBeVisible()
    await expect(page.getByLabel('Style of Longlight Vista')).toHaveCount(0)
  })

  test('by two models at once is one request for each, and costs their sum', async ({ page, member }) => {
    void member
    const asked: unknown[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/images')
        asked.push(request.postDataJSON())
    })
    await page.goto('/images?generate=1')
    await choose(page, medium, core)
    await page
      .getByRole('group', { name: `Images by ${medium}` })
      .getByRole('button', { name: 'One more' })
      .click()
    await page.getByLabel('Prompt', { exact: true }).fill('Six arches of grey salt-stone')
    await page.getByRole('radio', { name: /^Landscape 7:4/ }).check({ force: true })
    await expect(page.getByText('11 credits', { exact: true })).toBeVisible()
    await expect(page.getByText('3 images · 89 left after')).toBeVisible()
    await page.getByRole('button', { name: 'Generate 3 images' }).click()
    await expect(page.getByText('3 done')).toBeVisible()
    await expect(page.getByText('89 credits')).toBeVisible()
    expect(asked).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ count: 2, width: 1344, height: 768, prompt: 'Six arches of grey salt-stone' }),
        expect.objectContaining({ count: 1, width: 1344, height: 768 }),
      ]),
    )
  })

  test('that the provider will not draw says why, costs nothing, and can be asked for again', async ({
    page,
    server,
    member,
  }) => {
    void member
    server.stability.next('filtered')
    await page.goto('/images')
    await generate(page, 'A tavern brawl')
    await expect(page.getByText('1 failed')).toBeVisible()
    await expect(page.getByText('100 credits')).toBeVisible()
    await page.getByRole('button', { name: 'Retry Generation' }).click()
    await expect(page.getByText('1 done')).toBeVisible()
    await expect(page.getByText('96 credits')).toBeVisible()
  })

  test('can be called off while it is drawn', async ({ page, server, member }) => {
    void member
    const slow = hold(server)
    await page.goto('/images')
    await generate(page, 'A bell-foundry tunnel')
    await expect(page.getByText('Generating...').last()).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('This picture was cancelled. Its credits came back.').last()).toBeVisible()
    await expect(page.getByText('1 cancelled')).toBeVisible()
    await expect(page.getByText('100 credits')).toBeVisible()
    slow.release()
    // What is asked for next is drawn, and the one that was called off is not.
    await page.getByRole('button', { name: 'Retry Generation' }).click()
    await expect(page.getByText('1 done')).toBeVisible()
    await expect(page.getByText('96 credits')).toBeVisible()
  })

  test('while others are still drawn is asked about first', async ({ page, server, member }) => {
    void member
    const slow = hold(server)
    await page.goto('/images')
    await generate(page, 'A lighthouse')
    await expect(page.getByText('1 on the loom')).toBeVisible()
    await page.getByRole('button', { name: /^Generate 1/ }).click()
    await expect(
      page.getByText(
        'You have images currently generating. Starting a new generation will cost more credits. Are you sure you want to continue?',
      ),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('92 credits')).toBeVisible()
    slow.release()
  })

  test('is gone on from: its prompt, its seed, itself as a reference', async ({ page, member }) => {
    void member
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const asked: Record<string, unknown>[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/images')
        asked.push(request.postDataJSON())
    })
    const prompt = page.getByLabel('Prompt', { exact: true })
    await page.goto('/images?generate=1')
    await page.getByRole('button', { name: 'Write a Prompt' }).click()
    await expect(prompt).toBeFocused()
    await choose(page, medium)
    await prompt.fill('A quay in fog')
    await page.getByRole('radio', { name: /^Portrait 5:12/ }).check({ force: true })
    await page.getByLabel('Seed').fill('no number')
    await page.getByRole('button', { name: 'Generate 1 image' }).click()
    await expect(page.getByText('A seed is a whole number from 0 to 4294967294')).toBeVisible()
    await page.getByLabel('Seed').fill('4711')
    await page.getByRole('button', { name: 'Generate 1 image' }).click()
    await expect(page.getByText('1 done')).toBeVisible()
    expect(asked).toEqual([expect.objectContaining({ prompt: 'A quay in fog', seed: 4711 })])

    // The picture fills its card, whole.
    const card = page.locator('.results_result')
    const { width, height } = (await card.locator('.results_place').boundingBox()) ?? { width: 0, height: 1 }
    expect(width / height).toBeCloseTo(640 / 1536, 1)
    await prompt.fill('Something else')
    await card.hover()
    await card.getByRole('button', { name: 'Reuse prompt' }).click()
    await expect(prompt).toHaveValue('A quay in fog')
    await expect(page.getByLabel('Seed')).toHaveValue('')
    const download = page.waitForEvent('download')
    await card.getByRole('link', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('A quay in fog.png')
    await card.getByRole('button', { name: 'Vary' }).click()
    await expect(page.getByText('A quay in fog, 640×1536')).toBeVisible()
    await page.getByRole('button', { name: 'Generate 1 image' }).click()
    await expect.poll(() => asked.length).toBe(2)
    expect(asked[1]).toMatchObject({ width: 640, height: 1536, imageId: expect.any(String), imageStrength: 50 })
    await expect(page.getByText('1 done')).toBeVisible()
    await card.hover()
    await card.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(card).toHaveCount(0)

    await page.getByRole('button', { name: 'Done', exact: true }).click()
    await tiles(page).getByRole('link', { name: 'A quay in fog' }).click()
    await page.getByRole('button', { name: 'Copy prompt' }).click()
    await expect(page.getByText('Prompt copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('A quay in fog')
    await page.getByRole('definition').getByRole('link', { name: 'Reuse' }).click()
    await expect(page.getByLabel('Seed')).toHaveValue('4711')
  })

  test('for lore is offered the words of it', async ({ page, member, server }) => {
    const data = {
      campaignId: member.campaignId,
      collectionId: null,
      name: 'Ysolde',
      description: 'Harbour clerk, grey coat.',
    }
    const headers = { origin: server.url, 'sec-fetch-site': 'same-origin' }
    const made = await page.request.post('/api/conjurations', { data, headers })
    const { id, position } = await made.json()
    await page.request.get('/api/campaigns', { headers: { 'min-position': position } })
    await page.goto(`/lore/view/${id}`)
    await page.getByRole('link', { name: 'Generate Image' }).click()
    await page.getByRole('button', { name: 'Use the words of Ysolde' }).click()
    await expect(page.getByLabel('Prompt', { exact: true })).toHaveValue('Ysolde. Harbour clerk, grey coat')
  })

  test('of a battle map is asked for without scrolling, and the map stands in the gallery', async ({
    page,
    member,
    givePlan,
  }) => {
    // Drawn by this program itself, on whatever processor there is.
    test.slow()
    await givePlan(member.userId, 'PRO')
    await page.goto('/maps')
    await page.getByRole('link', { name: 'Generate Map' }).first().click()
    const send = page.getByRole('button', { name: /^Generate \d+ map/ })
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(viewport)
      await expect(send).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('heading', { name: 'Generate map' })).toBeInViewport({ ratio: 1 })
    }
    await page.getByLabel('Prompt', { exact: true }).fill('A flooded crypt')
    await send.click()
    await expect(page.getByText('1 done')).toBeVisible({ timeout: 120_000 })
    await page.getByRole('button', { name: 'Done', exact: true }).click()
    await expect(page).toHaveURL(/\/maps$/)
    await expect(page.getByRole('checkbox', { name: /^Select (?!Untitled)/ })).toBeAttached()
  })

  test('is left step by step with Escape', async ({ page, member }) => {
    void member
    await page.goto('/images')
    await page.getByRole('button', { name: 'Generate Image' }).first().click()
    await page.getByRole('button', { name: 'Select Models' }).click()
    await expect(page.getByRole('dialog', { name: 'Select Models' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Select Models' })).toHaveCount(0)
    await expect(page.getByRole('dialog', { name: 'Generate image' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Generate image' })).toHaveCount(0)
    await expect(page).toHaveURL(/\/images$/)
  })
})

test('a model that can draw what is not safe for work says so, and can be looked for and asked for it', async ({
  page,
  member,
  server,
  givePlan,
}) => {
  await givePlan(member.userId, 'PRO')
  await page.route('**/api/models/images*', async (route) => {
    const answer = await route.fetch()
    const models = await answer.json()
    const list = Array.isArray(models) ? models : models.data
    list[0].supportsNSFW = true
    await route.fulfill({ response: answer, json: models })
  })
  await page.goto('/images?generate=1')
  await expect(page.getByRole('button', { name: 'Select Models' })).toBeVisible()
  await expect(page.getByRole('switch', { name: 'NSFW' })).toHaveCount(0)
  const headers = { origin: server.url, 'sec-fetch-site': 'same-origin' }
  const allowed = await page.request.patch('/api/users/me', { headers, data: { allowNSFW: true } })
  await page.request.get('/api/users/me', { headers: { 'min-position': (await allowed.json()).position } })
  await page.reload()
  await expect(page.getByRole('switch', { name: 'NSFW' })).not.toBeChecked()
  await page.getByRole('button', { name: 'Select Models' }).click()
  const picker = page.getByRole('dialog', { name: 'Select Models' })
  const badge = picker.getByText('Supports NSFW', { exact: true })
  // One is the chip.
  await expect(badge).toHaveCount(2)
  await picker.getByRole('button', { name: 'Supports NSFW', exact: true }).click()
  await expect(badge).toHaveCount(2)
})

test('a model says where it draws, and those of one place can be looked for', async ({ page, member }) => {
  void member
  await page.goto('/images?generate=1')
  await page.getByRole('button', { name: 'Select Models' }).click()
  const picker = page.getByRole('dialog', { name: 'Select Models' })
  const card = (name: string) => picker.getByRole('listitem').filter({ hasText: name })
  await expect(card('Longlight Vista').getByText('Here', { exact: true })).toBeVisible()
  await expect(card(core).getByText('At a vendor', { exact: true })).toBeVisible()
  await picker.getByLabel('Where it is drawn').selectOption('Drawn at a vendor')
  await expect(card('Longlight Vista')).toHaveCount(0)
  await expect(card(core)).toBeVisible()
})
