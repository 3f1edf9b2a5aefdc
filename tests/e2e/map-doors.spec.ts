import { expect, test } from './app.ts'
import { seriousFindings } from './axe.ts'
import { drawn } from './maps.ts'

test('a DM adds a door by keyboard, opens it, renames a room and undoes, seen in a second window as it happens', async ({
  page,
  server,
  member,
  givePlan,
}) => {
  await givePlan(member.userId, 'PRO')
  const id = await drawn(page, server, member.campaignId, 'A tavern with a cellar and a secret door')
  const other = await page.context().newPage()
  await other.goto(`/maps/${id}`)
  await page.goto(`/maps/${id}`)
  const panel = page.getByRole('region', { name: 'Doors and rooms' })
  const list = panel.getByRole('combobox', { name: 'Door' })
  const theirs = other.getByRole('region', { name: 'Doors and rooms' })

  await list.click()
  const before = await page.getByRole('option').count()
  await page
    .getByRole('option', { name: /\. Door,/ })
    .first()
    .click()
  const open = panel.getByRole('switch', { name: 'Open' })
  const wasOpen = await open.isChecked()
  await open.press('Space')
  await expect(theirs.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect(open).toBeChecked({ checked: !wasOpen })
  expect(await seriousFindings(page)).toEqual([])

  // Where there is no room for one the map says so, and the next wall is tried.
  await panel.getByRole('button', { name: 'Add a Door' }).click()
  const here = panel.getByRole('button', { name: 'Add Here' })
  await expect(here).toBeFocused()
  const isSetInNextWall = async () => {
    await expect(here).toBeEnabled()
    await here.press('ArrowRight')
    await here.press('ArrowDown')
    const answered = page.waitForResponse((answer) => answer.request().method() === 'POST')
    await here.press('Enter')
    return (await answered).ok()
  }
  await expect.poll(isSetInNextWall, { intervals: [0], timeout: 40_000 }).toBe(true)
  await expect(panel.getByRole('button', { name: 'Add a Door' })).toBeVisible()
  await list.click()
  await expect(page.getByRole('option')).toHaveCount(before + 1)
  await page.keyboard.press('Escape')

  const key = page.getByRole('region', { name: 'Fog' })
  await key
    .getByRole('button', { name: /^Rename/ })
    .first()
    .click()
  await key.getByRole('textbox').fill('The Gilded Snug')
  await key.getByRole('textbox').press('Enter')
  const named = other.getByRole('region', { name: 'Fog' }).getByText('The Gilded Snug', { exact: true })
  await expect(named).toBeVisible()
  await expect(key.getByRole('button', { name: 'Rename The Gilded Snug' })).toBeFocused()
  await key.getByRole('button', { name: 'Keep This Key as Lore' }).click()
  const news = page.getByRole('region', { name: 'Notifications' })
  await expect(news.getByText(/^The key of \d+ room\(s\) is in your lore/)).toBeVisible()
  await expect(news.getByRole('link', { name: 'Open' })).toHaveAttribute('href', /^\/collections\//)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await seriousFindings(page)).toEqual([])
  await panel.getByRole('button', { name: 'Undo' }).click()
  await expect(named).toBeHidden()
})
