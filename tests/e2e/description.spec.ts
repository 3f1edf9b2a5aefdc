import { seriousFindings } from './axe.ts'
import { expect, type Table, test } from './table.ts'
import { description, touched, writeAnew, writeOn } from './writing.ts'

/** Lore of ines that everybody reads, open for her and for mara. */
const opened = async ({ owner, player, campaignId }: Table, over: object = {}) => {
  const data = { campaignId, name: 'The Weighhouse', description: 'Every crate crosses it.', visibility: 'CAMPAIGN' }
  const { id = '' } = await owner.ask('POST', 'conjurations', { ...data, ...over })
  for (const { page } of [owner, player]) {
    await page.goto(`/lore/view/${id}`)
    await expect(page).toHaveTitle(/The Weighhouse/)
  }
  return { id, ines: owner.page, mara: player.page }
}
const other = async ({ owner, campaignId }: Table, over: object = {}) => {
  const data = { campaignId, name: 'Bellfounder Osric', visibility: 'CAMPAIGN', ...over }
  const { id = '' } = await owner.ask('POST', 'conjurations', data)
  return id
}

test('a description has marks, links and mentions, which its readers see', async ({ table }) => {
  const { ines, mara } = await opened(table)
  await writeAnew(ines, 'Nothing is ')
  await ines.keyboard.press('ControlOrMeta+B')
  await ines.keyboard.type('ever')
  await ines.keyboard.press('ControlOrMeta+B')
  await ines.keyboard.type(' weighed twice.')
  await expect(description(ines).locator('strong')).toHaveText('ever')
  await expect(ines.getByRole('toolbar', { name: 'Format description' }).getByRole('button')).toHaveText(
    Array.from({ length: 9 }, () => ''),
  )
  await expect(mara.locator('strong')).toHaveText('ever')
  await expect(mara.getByText('Nothing is ever weighed twice.')).toBeVisible()
  await expect(description(mara)).toHaveCount(0)
  await expect(ines.getByText('Saved', { exact: true })).toBeVisible()
})

test('what has no description says so to who may write it, and nothing to others', async ({ table }) => {
  const { ines, mara } = await opened(table, { description: '' })
  const invitation = 'What should your table know about it?'
  await expect(ines.getByText(invitation)).toBeVisible()
  await expect(mara.getByText('Nothing more is written here yet.')).toBeVisible()
  await expect(mara.getByText(invitation)).toHaveCount(0)
  await writeOn(ines, 'Mind the step.')
  await expect(mara.getByText('Mind the step.')).toBeVisible()
})

test('who mentions other lore is asked whether to link it, once for each and not to itself; the row is ready for its words', async ({
  table,
}) => {
  const osric = await other(table)
  const { ines, mara } = await opened(table)
  const asked = ines.getByRole('group', { name: 'Create relationship?' })
  await writeOn(ines, ' Ask @bell')
  await expect(ines.getByRole('option', { name: /Bellfounder Osric/ })).toHaveAttribute('aria-selected', 'true')
  await ines.keyboard.press('Enter')
  await expect(asked).toContainText('With Bellfounder Osric.')
  await ines.keyboard.type('first, at @weigh')
  await ines.getByRole('option', { name: /The Weighhouse/ }).click()
  expect(await seriousFindings(ines)).toEqual([])
  await asked.getByRole('button', { name: 'Add Link' }).click()
  await expect(asked).toHaveCount(0)
  const words = ines.getByRole('textbox', { name: 'Relationship', exact: true })
  await expect(words).toBeFocused()
  await ines.keyboard.press('Enter')
  await expect(ines.getByText('Please add a relationship.')).toBeVisible()
  await ines.keyboard.type('He casts its weights.')
  await ines.keyboard.press('Enter')
  await expect(mara.getByRole('list', { name: 'Relationships' })).toContainText('He casts its weights.')

  const mention = mara.getByRole('paragraph').getByRole('link', { name: 'Bellfounder Osric' })
  await expect(mention).toHaveAttribute('href', new RegExp(osric))
  await table.owner.ask('PATCH', `conjurations/${osric}`, { name: 'Osric the Deaf' })
  await expect(mara.getByRole('paragraph').getByRole('link', { name: 'Osric the Deaf' })).toBeVisible()
})

test('a space or punctuation typed after a mention follows it directly, and the question lies beside Weavy', async ({
  table,
}) => {
  await other(table)
  const { ines, mara } = await opened(table)
  const choose = async () => {
    await expect(ines.getByRole('option', { name: /Bellfounder Osric/ })).toHaveAttribute('aria-selected', 'true')
    await ines.keyboard.press('Enter')
  }
  await writeOn(ines, ' Ask @bell')
  await choose()
  await ines.keyboard.type(' first, or @bell', { delay: 60 })
  await choose()
  await ines.keyboard.type(', or @bell', { delay: 60 })
  await choose()
  await ines.keyboard.type('again', { delay: 60 })
  const name = 'Bellfounder Osric'
  await expect(mara.getByText(`Ask ${name} first, or ${name}, or ${name} again`)).toBeVisible()
  const boxOf = async (role: 'group' | 'button', label: string) => {
    const box = await ines.getByRole(role, { name: label, exact: true }).boundingBox()
    if (!box) throw new Error(`${label} is not on screen`)
    return box
  }
  const [question, weavy] = [await boxOf('group', 'Create relationship?'), await boxOf('button', 'Weavy')]
  expect(question.y + question.height).toBeLessThan(weavy.y)
})

test('the question waits while one writes on, and goes with a No or with the text', async ({ table }) => {
  await other(table)
  const { ines } = await opened(table)
  const asked = ines.getByRole('group', { name: 'Create relationship?' })
  await writeOn(ines, ' Ask @bell')
  await expect(ines.getByRole('option', { name: /Bellfounder Osric/ })).toHaveAttribute('aria-selected', 'true')
  await ines.keyboard.press('Enter')
  await ines.keyboard.type('again.')
  await expect(description(ines)).toContainText('again.')
  await asked.getByRole('button', { name: 'No thanks' }).click()
  await expect(asked).toHaveCount(0)
  await expect(description(ines)).toBeFocused()
  await ines.keyboard.type(' Or @bell')
  await expect(ines.getByRole('option', { name: /Bellfounder Osric/ })).toHaveAttribute('aria-selected', 'true')
  await ines.keyboard.press('Enter')
  await expect(asked).toBeVisible()
  await ines.getByRole('textbox', { name: 'Name' }).click()
  await expect(asked).toHaveCount(0)
})

test('a mention of what its reader may not see is words, and asks nothing of them', async ({ table }) => {
  const hidden = await other(table, { name: 'The Empty Coffin', visibility: 'DM' })
  const { ines, mara } = await opened(table)
  await writeOn(ines, ' Below: @coffin')
  await expect(ines.getByRole('option', { name: /The Empty Coffin/ })).toHaveAttribute('aria-selected', 'true')
  await ines.keyboard.press('Enter')
  await expect(mara.getByText('Below: The Empty Coffin')).toBeVisible()
  await expect(mara.getByRole('link', { name: 'The Empty Coffin' })).toHaveCount(0)
  expect(await mara.content()).not.toContain(hidden)
})

test('who may write it no longer keeps the words that were on their way', async ({ table }) => {
  const { player, owner, campaignId } = table
  const data = { campaignId, name: 'The Weighhouse', description: 'Every crate crosses it.' }
  const { id = '' } = await player.ask('POST', 'conjurations', { ...data, visibility: 'CAMPAIGN' })
  const { page } = owner
  await page.goto(`/lore/view/${id}`)
  await touched(page)
  await page.context().setOffline(true)
  await page.keyboard.type(' Not heard.')
  await expect(page.getByText('Offline: not saved yet')).toBeVisible()
  await player.ask('DELETE', `conjurations/${id}`)
  await page.context().setOffline(false)
  await expect(page.getByText('This lore is in the Trash.')).toBeVisible()
  await expect(page.getByRole('alert').getByText('Not heard.')).toBeVisible()
  await expect(page.getByText('Every crate crosses it.')).toBeVisible()
})

test('an editor that does not come is said where it is missed, and what is written stays to be read', async ({
  table,
}) => {
  const { ines } = await opened(table)
  const isEditor = async (url: string) => (await (await ines.request.get(url)).text()).includes('ql-editor')
  // Nothing answers, or the page would be loaded anew, as for a new version.
  await ines.route('/', (route) => route.abort())
  await ines.route('**/assets/*.js', async (route) => {
    if (await isEditor(route.request().url())) await route.abort()
    else await route.continue()
  })
  await description(ines).click()
  await expect(ines.getByRole('alert')).toContainText('can be read, but not written in')
  await expect(ines.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(description(ines)).toContainText('Every crate crosses it.')
})

test('on a phone the tools are those of the text that one is in, and the way to the contents lies above them', async ({
  table,
}) => {
  const { id, ines } = await opened(table)
  for (const title of ['What the scales say', 'The third floor'])
    await table.owner.ask('POST', 'content-segments', { entityType: 'CONJURATION', entityId: id, type: 'STORY', title })
  await ines.setViewportSize({ width: 390, height: 844 })
  await touched(ines)
  const tools = ines.getByRole('toolbar', { name: /^Format/ })
  await expect(tools).toHaveCount(1)
  await touched(ines, 'What the scales say')
  await expect(tools).toHaveCount(1)
  const [bar, outline] = [tools, ines.getByRole('button', { name: 'In this entry' })]
  const bottom = await outline.evaluate((element) => element.getBoundingClientRect().bottom)
  expect(bottom).toBeLessThanOrEqual((await bar.boundingBox())?.y ?? 0)
  expect(await ines.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await seriousFindings(ines)).toEqual([])
})
