import { randomUUID } from 'node:crypto'
import { expect, test } from './app.ts'
import { seriousFindings } from './axe.ts'

test('the library, the editor and the wizard: a template is made, ordered by keys, and lore is written from it', {
  tag: '@core',
}, async ({ page, member, givePlan }) => {
  await givePlan(member.userId, 'BASIC')
  await page.goto('/collections?tab=templates')
  await expect(page.getByRole('heading', { name: 'From others and Loreloom' })).toBeVisible()
  await expect(page.getByText('0 of 10 templates')).toBeVisible()

  await page.getByRole('button', { name: 'Create Your First Template' }).click()
  const editor = page.getByRole('dialog', { name: 'Create Template' })
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor.getByText('Template name is required').first()).toBeVisible()
  await editor.getByLabel('Name', { exact: true }).fill('Harbour clerk')
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor.getByRole('alert')).toHaveText('Every attribute needs a name and a prompt')
  await editor.getByLabel('Attribute name').fill('Price')
  await editor.getByLabel('Prompt').fill('What it takes to have them look at the tide.')
  await editor.getByRole('button', { name: 'Add attribute' }).click()
  await expect(editor.getByLabel('Attribute name')).toBeFocused()
  await editor.getByLabel('Attribute name').fill('Secret')
  await editor.getByLabel('Prompt').fill('Why [Price] is never paid in [coin].')
  // What is named in brackets is depended on, wherever the two stand.
  await expect(editor.getByRole('group', { name: 'Depends on' }).getByLabel('Price')).toBeChecked()
  await editor.getByRole('button', { name: /^Move Secret, 2 of 2/ }).press('ArrowUp')
  await expect(editor.getByRole('button', { name: /^Move Secret, 1 of 2/ })).toBeFocused()
  await expect(editor.getByRole('group', { name: 'Depends on' }).getByLabel('Price')).toBeChecked()
  expect(await seriousFindings(page)).toEqual([])

  await test.step('its attributes are a graph of what is written from what', async () => {
    await editor.getByRole('radiogroup', { name: 'Attributes shown as' }).getByText('Dependencies').click()
    const node = (name: string) =>
      editor
        .getByRole('list', { name: 'Attributes by dependency' })
        .getByRole('button', { name: new RegExp(`^${name}`) })
    await expect(node('Secret')).toHaveAccessibleDescription('Depends on Price.')
    await expect(node('Price')).toHaveAccessibleDescription('Needed by Secret.')
    const leftOf = async (name: string) => (await node(name).boundingBox())?.x ?? Number.NaN
    expect(await leftOf('Price')).toBeLessThan(await leftOf('Secret'))
    await expect(node('Secret'), 'the open one').toHaveAttribute('aria-current', 'true')
    expect(await seriousFindings(page)).toEqual([])
    await node('Secret').focus()
    await page.keyboard.press('ArrowLeft')
    await expect(node('Price')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(editor.getByLabel('Attribute name')).toHaveValue('Price')
    await expect(editor.getByLabel('Attribute name')).toBeFocused()
  })
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Template created')).toBeVisible()
  await expect(page.getByText('1 of 10 templates')).toBeVisible()

  await page.getByRole('button', { name: 'Generate from Harbour clerk' }).click()
  const wizard = page.getByRole('dialog', { name: 'Create Lore from Template' })
  await expect(wizard.locator('[aria-current=step]')).toHaveText('Configure')
  await wizard.getByLabel('Guidance').fill('At the eel quay')
  await wizard.getByLabel('coin').fill('silver')
  await expect(wizard.getByText('2 credits')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await wizard.getByRole('button', { name: 'Create Lore' }).click()
  await expect(wizard.getByText('Adding to collection')).toBeVisible()
  await wizard.getByRole('link', { name: 'Open Lore' }).click()
  await expect(page).toHaveURL(/\/lore\/view\//)
  await expect(page.getByText('Price', { exact: true }).first()).toBeVisible()

  await page.goto('/collections?tab=templates')
  await expect(page.getByText('1 use ·')).toBeVisible()
  await expect(page.getByText(/^1 use in all · last /)).toBeVisible()
  await page.getByRole('link', { name: 'Harbour clerk' }).click()
  await expect(page.getByRole('heading', { name: 'Harbour clerk' })).toBeVisible()
  await expect(page.getByText('[coin]')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('radiogroup', { name: 'Attributes shown as' }).getByText('Dependencies').click()
  await page
    .getByRole('list', { name: 'Attributes by dependency' })
    .getByRole('button', { name: /^Price/ })
    .focus()
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(wider, 'the graph scrolls, the page does not').toBeLessThanOrEqual(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'Depends on Price' })).toBeFocused()
  await page.setViewportSize({ width: 1280, height: 720 })
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/tab=templates/)
  await page.getByText('Deleted templates (1)').click()
  await page.getByRole('button', { name: 'Restore Harbour clerk' }).click()
  await expect(page.getByRole('link', { name: 'Harbour clerk' })).toBeVisible()
})

test('a graph whose layout cannot be loaded is shown as a list, and drawn on another attempt', async ({
  page,
  member,
}) => {
  expect(member.campaignId).not.toBe('')
  await page.route('**/elk-worker*', (route) => route.abort())
  await page.goto('/templates')
  await page.getByRole('link', { name: 'Tavern' }).click()
  await page.getByRole('radiogroup', { name: 'Attributes shown as' }).getByText('Dependencies').click()
  await expect(page.getByText('The graph could not be drawn. Here it is as a list.')).toBeVisible()
  const list = page.getByRole('list', { name: 'Attributes by dependency' })
  await expect(list.getByRole('listitem').first()).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.locator('[data-ready]')).toBeVisible()
  await expect(list.getByRole('button').first()).toBeVisible()
})

test('the page of a template shows no instruction that only its editor can follow', async ({
  page,
  member,
  givePlan,
  server,
}) => {
  await givePlan(member.userId, 'BASIC')
  const attribute = (name: string) => ({ id: randomUUID(), name, prompt: `Say the ${name}.`, format: 'SINGLE_LINE' })
  const data = { name: 'Two things', attributes: [attribute('Price'), attribute('Secret')] }
  const headers = { origin: server.url, 'sec-fetch-site': 'same-origin' }
  const made = await page.request.post('/api/templates', { data, headers })
  await page.goto(`/templates/${(await made.json()).id}`)
  await page.getByRole('radiogroup', { name: 'Attributes shown as' }).getByText('Dependencies').click()
  await expect(page.getByText('No attribute depends on another.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Edit Template' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Template' })
  await editor.getByRole('radiogroup', { name: 'Attributes shown as' }).getByText('Dependencies').click()
  await expect(editor.getByText('Name one in brackets in a prompt')).toBeVisible()
})

test('without a plan nothing of one’s own is made, and the product’s templates are used all the same', async ({
  page,
  member,
}) => {
  expect(member.campaignId).not.toBe('')
  await page.goto('/templates')
  await page.getByRole('button', { name: 'New Template' }).click()
  const gate = page.getByRole('dialog', { name: 'Upgrade Required' })
  await expect(gate).toContainText('Templates of your own need the Basic or the Pro plan.')
  await gate.getByRole('button', { name: 'Maybe Later' }).click()
  const credits = async () => (await (await page.request.get('/api/users/credits')).json()).available
  const before = await credits()
  await page.getByRole('button', { name: 'Start empty from Tavern' }).click()
  await expect(page).toHaveURL(/\/lore\/view\//)
  await expect(page.getByText('The keeper', { exact: true }).first()).toBeVisible()
  expect(await credits()).toBe(before)
  await page.goto('/templates')
  await page.getByRole('button', { name: 'Generate from Tavern' }).click()
  const wizard = page.getByRole('dialog', { name: 'Create Lore from Template' })
  await wizard.getByRole('button', { name: 'Back' }).click()
  await expect(wizard.locator('[aria-current=step]')).toHaveText('Choose Template')
  await wizard.getByRole('button', { name: 'Ship' }).click()
  await wizard.getByLabel('Generate an image as well').check()
  await expect(wizard.getByText('7 credits')).toBeVisible()
  await wizard.getByRole('button', { name: 'Create Lore' }).click()
  await expect(wizard.getByText('Finalizing')).toBeVisible()
  await expect(wizard.getByRole('link', { name: 'Open Lore' })).toBeVisible()
})

test('starting empty asks before it drops what was typed, and opens the lore', async ({ page, member }) => {
  void member
  await page.goto('/collections?tab=templates')
  await page
    .getByRole('button', { name: /^Generate from / })
    .first()
    .click()
  const wizard = page.getByRole('dialog', { name: 'Create Lore from Template' })
  const guidance = wizard.getByLabel('Guidance')
  await guidance.click()
  await page.keyboard.type('At the eel quay', { delay: 50 })
  const empty = wizard.getByRole('button', { name: 'Start empty from this template' })
  await empty.click()
  const question = page.getByRole('alertdialog', { name: 'Start without what you typed?' })
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(guidance).toHaveValue('At the eel quay')

  await empty.click()
  await question.getByRole('button', { name: 'Start Empty' }).click()
  await expect(page).toHaveURL(/\/lore\/view\//)
  await expect(page.locator('[role=dialog], [role=alertdialog]')).toHaveCount(0)
})

test('an attribute that opens or closes has the focus, and after a removal the next one', async ({
  page,
  member,
  givePlan,
}) => {
  await givePlan(member.userId, 'BASIC')
  await page.goto('/collections?tab=templates')
  await page.getByRole('button', { name: 'Create Your First Template' }).click()
  const editor = page.getByRole('dialog', { name: 'Create Template' })
  const name = editor.getByLabel('Attribute name')
  await name.fill('Price')
  for (const other of ['Secret', 'Debt']) {
    await editor.getByRole('button', { name: 'Add attribute' }).click()
    await name.fill(other)
  }
  const row = (called: string) => editor.getByRole('button', { name: new RegExp(`^${called}`), expanded: false })
  await row('Secret').press('Enter')
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('Secret')
  await editor.getByRole('button', { name: 'Close Secret' }).press('Enter')
  await expect(row('Secret')).toBeFocused()
  await row('Secret').press('Enter')
  await editor.getByRole('button', { name: 'Remove Secret' }).press('Enter')
  await expect(row('Debt')).toBeFocused()
})
