import { expect, signedInAs } from './app.ts'
import { seriousFindings } from './axe.ts'
import { editorOf, picture, test } from './editing.ts'

test('two browsers see one line of edits: made, taken back, branched and discarded', { tag: '@core' }, async ({
  page,
  server,
  member,
  browser,
}) => {
  const id = await picture(page, server, member)
  await page.goto(`/images/${id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const mine = editorOf(page)
  await expect(mine.panel.getByText('Paint over something first.')).toBeVisible()
  await mine.stroke([0.4, 0.4], [0.6, 0.5])
  await expect(mine.panel.getByText('1 stroke painted')).toBeVisible()
  await expect(mine.panel.getByText('Write a prompt first.')).toBeVisible()
  await mine.panel.getByLabel('Prompt', { exact: true }).fill('One lit window')
  // What costs nothing is chosen, until somebody chooses.
  await expect(mine.source('Loreloom Studio')).toBeChecked()
  await expect(mine.act(/^Touch up/)).not.toHaveText(/credit/)
  await mine.source('Stability AI').check()
  await expect(mine.act(/^Touch up/)).toHaveText(/5 credits/)
  expect(await seriousFindings(page)).toEqual([])

  const other = await signedInAs(page, () => browser.newContext({ baseURL: server.url }))
  await other.goto(`/images/${id}?edit=1`)
  const theirs = editorOf(other)
  await expect(theirs.line.getByText('None yet')).toBeVisible()
  // Twice in a row is once.
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Control+Enter')
  for (const { line } of [mine, theirs]) {
    await expect(line.getByText('1 made')).toBeVisible()
    await expect(line.getByRole('button', { name: 'Show Touch up' })).toHaveAttribute('aria-current', 'true')
  }
  await expect(mine.panel.getByText('Nothing painted yet')).toBeVisible()

  // No stroke is left, so the edit is taken back.
  await mine.stage.focus()
  await page.keyboard.press('Control+z')
  for (const { line } of [mine, theirs]) {
    await expect(line.getByText('1 made, 1 to redo')).toBeVisible()
    await expect(line.getByRole('button', { name: 'Show Original' })).toHaveAttribute('aria-current', 'true')
  }
  await mine.tool('Recolor').click()
  await mine.panel.getByLabel('What to recolor').fill('the quay')
  await mine.panel.getByLabel('New color').fill('red')
  await mine.source('Stability AI').check()
  await mine.act(/^Recolor/).click()
  for (const { line } of [mine, theirs]) {
    await expect(line.getByRole('button', { name: 'Show Recolor' })).toHaveAttribute('aria-current', 'true')
    await expect(line.getByRole('list', { name: 'Branch: Touch up' })).toBeVisible()
  }

  await page.keyboard.press('Escape')
  await expect(page.getByText('Edits discarded')).toBeVisible()
  await expect(mine.editor).toBeHidden()
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeFocused()
  await expect(theirs.line.getByRole('button', { name: 'Show Original' })).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(theirs.line.getByRole('button', { name: 'Show Recolor' })).toHaveAttribute('aria-current', 'true')
  await other.getByRole('button', { name: 'Done' }).click()
  await expect(theirs.editor).toBeHidden()
  await other.context().close()
})

test('what was painted and written outlives a refusal, a cancelling and a lost line, and is there to be done anew', async ({
  page,
  server,
  member,
  stability,
}) => {
  const id = await picture(page, server, member)
  await page.goto(`/images/${id}?edit=1`)
  const { editor, panel, line, act, stroke, source } = editorOf(page)
  const prompt = panel.getByLabel('Prompt', { exact: true })
  await source('Stability AI').check()
  await stroke([0.4, 0.4], [0.6, 0.5])
  await prompt.fill('A lantern on the quay')
  const isAllThere = async () => {
    await expect(panel.getByText('1 stroke painted')).toBeVisible()
    await expect(prompt).toHaveValue('A lantern on the quay')
    await expect(act(/^Touch up/)).toBeEnabled()
  }

  stability.next('filtered')
  await act(/^Touch up/).click()
  await expect(panel.getByRole('alert')).not.toBeEmpty()
  await expect(page.getByRole('alert')).toHaveCount(1)
  await expect(line.getByRole('button', { name: /^Try Touch up again/ })).toBeVisible()
  await isAllThere()

  stability.next('never')
  await panel.getByRole('button', { name: 'Try again' }).click()
  await expect(line.getByRole('button', { name: /^Try Touch up again/ })).toBeHidden()
  await line.getByRole('button', { name: 'Cancel Touch up' }).click()
  await isAllThere()

  await page.context().setOffline(true)
  await act(/^Touch up/).click()
  await expect(panel.getByRole('alert')).toContainText('You are offline.')
  await expect(editor.getByRole('status').filter({ hasText: 'You are offline. What you see' })).toBeVisible()
  await isAllThere()
  await page.context().setOffline(false)
  await act(/^Touch up/).click()
  await expect(line.getByText('1 made')).toBeVisible({ timeout: 30_000 })
  await expect(panel.getByText('Nothing painted yet')).toBeVisible()

  // What was chosen is chosen again, by the same person in the same browser.
  await page.reload()
  await expect(source('Stability AI')).toBeChecked()
  await prompt.fill('Something else')
  await line.getByRole('button', { name: 'Do Touch up anew' }).click()
  await expect(prompt).toHaveValue('A lantern on the quay')
  await expect(panel.getByText(/% of the picture painted/)).toBeVisible()
  await expect(line.getByRole('button', { name: 'Show Original' })).toHaveAttribute('aria-current', 'true')
})

test('strokes are taken back by the keys, and the brush answers to them', async ({ page, server, member }) => {
  await page.goto(`/images/${await picture(page, server, member)}?edit=1`)
  const { panel, editor, stroke, tool, stage } = editorOf(page)
  await stroke([0.3, 0.4], [0.4, 0.4])
  await stroke([0.6, 0.4], [0.7, 0.4])
  await expect(panel.getByText('2 strokes painted')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(panel.getByText('1 stroke painted')).toBeVisible()
  await page.keyboard.press('Control+Shift+z')
  await expect(panel.getByText('2 strokes painted')).toBeVisible()
  await page.keyboard.press(']')
  await page.keyboard.press('Shift+]')
  await expect(editor.getByRole('slider', { name: 'Brush size' })).toHaveValue('55')
  await page.keyboard.press('x')
  await expect(editor.getByRole('radio', { name: 'Unpaint' })).toBeChecked()
  await page.keyboard.press('1')
  await expect(editor.getByRole('button', { name: '100%' })).toBeVisible()
  await panel.getByLabel('Prompt', { exact: true }).press(']')
  await expect(panel.getByLabel('Prompt', { exact: true })).toHaveValue(']')

  await tool('Erase').click()
  await expect(panel.getByText('2 strokes painted')).toBeVisible()
  await tool('Replace').click()
  await tool('Erase').click()
  await expect(panel.getByText('Nothing painted yet')).toBeVisible()

  // What is locked says what would open it, and Escape closes that alone.
  await tool('Remove Background PRO').click()
  await expect(panel.getByText('You must upgrade to PRO to use background removal.')).toBeVisible()
  await panel.getByRole('button', { name: 'Upgrade to Pro' }).click()
  await expect(page.getByRole('dialog', { name: 'Upgrade Required' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Upgrade Required' })).toBeHidden()
  await expect(stage).toBeVisible()

  // A phone on its side, or a window at twice its size.
  await page.setViewportSize({ width: 720, height: 450 })
  await expect.poll(async () => (await stage.boundingBox())?.height).toBeGreaterThan(200)
})

test('it ends with a sentence once the picture may not be edited any more', async ({
  page,
  server,
  member,
  browser,
}) => {
  const id = await picture(page, server, member)
  await page.goto(`/images/${id}?edit=1`)
  await expect(editorOf(page).stage).toBeVisible()
  const other = await signedInAs(page, () => browser.newContext({ baseURL: server.url }))
  await other.goto(`/images/${id}`)
  await other.getByRole('button', { name: 'Delete' }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('This picture is in the Trash.').first()).toBeVisible()
  await expect(editorOf(page).editor).toBeHidden()
  await other.context().close()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })
  test('the tools are below, and nothing is out of reach', async ({ page, server, member }) => {
    await page.goto(`/images/${await picture(page, server, member)}?edit=1`)
    const { panel, tool, act } = editorOf(page)
    await expect(page.getByText('The editor is experimental on mobile')).toBeVisible()
    await tool('Extend').tap()
    await panel.getByRole('radio', { name: 'up' }).check({ force: true })
    await expect(act(/^Extend up/)).toBeVisible()
    expect(await seriousFindings(page)).toEqual([])
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(tooWide).toBe(0)
  })
})
