import { seriousFindings } from './axe.ts'
import { expect, type Table, test } from './table.ts'

/** A page of lore with a text in it, and something that only DMs see. */
const page = async ({ owner, campaignId }: Table) => {
  const lore = { campaignId, visibility: 'CAMPAIGN', tags: ['tavern'] }
  const { id = '' } = await owner.ask('POST', 'conjurations', {
    ...lore,
    name: 'The Leaning Eel',
    description: 'By the quay.',
  })
  const segment = { entityType: 'CONJURATION', entityId: id, type: 'STORY', title: 'History' }
  await owner.ask('POST', 'content-segments', segment)
  await owner.ask('POST', 'conjurations', { ...lore, visibility: 'DM', name: 'The Empty Coffin' })
  return `/lore/view/${id}`
}

test('a text is asked for, read while it comes, put in as one step, and its receipt tells each reader what they may know', async ({
  table,
}) => {
  const address = await page(table)
  const { page: owners } = table.owner
  await owners.goto(address)
  const text = owners.getByRole('textbox', { name: 'History', exact: true })
  await text.click()
  await expect(owners.getByRole('toolbar', { name: 'Format history' })).toBeVisible()
  await text.pressSequentially('It leans.')
  await owners.getByRole('button', { name: 'Generate text' }).click()
  const dialog = owners.getByRole('dialog', { name: 'Generate text' })
  await expect(dialog.getByRole('button', { name: 'Generate', exact: true })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'What is to be written' }).fill('Its history, in 60 to 90 words')
  await dialog.getByRole('textbox', { name: 'Add lore or a file' }).fill('coffin')
  await dialog.getByRole('button', { name: /The Empty Coffin/ }).click()
  expect(await seriousFindings(owners)).toEqual([])
  await dialog.getByRole('button', { name: 'Generate', exact: true }).click()

  const draft = dialog.getByRole('region', { name: 'Draft' })
  await expect(draft).toBeVisible()
  await expect(dialog.getByText('Written on this machine by the Loreloom Scribe')).toBeVisible()
  await expect(dialog.getByText(/The Leaning Eel, The Empty Coffin/)).toBeVisible()
  // Its form is gone, and what lies behind it is not for the keys.
  await expect(dialog.locator(':focus').or(dialog.and(owners.locator(':focus')))).toBeAttached()
  const words = ((await draft.textContent()) ?? '').trim()
  expect(words.split(/\s+/).length).toBeGreaterThanOrEqual(60)
  await dialog.getByRole('button', { name: 'Insert' }).click()
  await expect(dialog).toBeHidden()
  const beginning = words.slice(0, 30)
  await expect(text).toHaveText(/^It leans\./)
  await expect(text).toContainText(beginning)

  await owners.getByText('Written in part by a model').click()
  await expect(owners.getByText(/The Empty Coffin/).last()).toBeVisible()
  const { page: players } = table.player
  await players.goto(address)
  await expect(players.getByText(beginning)).toBeVisible()
  await players.getByText('Written in part by a model').click()
  await expect(players.getByText(/and \d+ more/)).toBeVisible()
  await expect(players.getByText(/The Empty Coffin/)).toHaveCount(0)

  await text.click()
  await owners.keyboard.press('Control+z')
  await expect(text).not.toContainText(beginning)
  await expect(text).toContainText('It leans.')
})
