import type { Page } from '@playwright/test'
import { content, opened, text } from './story.ts'
import { expect, test } from './table.ts'

/** Milliseconds between two keys of a person. */
const pace = { delay: 50 }

test('signs of Markdown, addresses and a divider become what they mean as they are typed, and undo gives the signs back', {
  tag: '@core',
}, async ({ table }) => {
  const { ines, mara } = await opened(table, 'Five of them.')
  await text(ines).click()
  await ines.keyboard.press('ControlOrMeta+End')
  await ines.keyboard.press('Enter')
  await ines.keyboard.type('**Agnes** is *loud*, ~~Mercy~~ rings `thrice` and 2*3*4 is no slant.', pace)
  const line = content(mara).locator('p').nth(1)
  await expect(line).toHaveText('Agnes is loud, Mercy rings thrice and 2*3*4 is no slant.')
  for (const [mark, words] of [
    ['strong', 'Agnes'],
    ['em', 'loud'],
    ['s', 'Mercy'],
    ['code', 'thrice'],
  ] as const)
    await expect(line.locator(mark)).toHaveText(words)
  await ines.keyboard.press('Enter')
  await ines.keyboard.type('See https://example.org/bells, ', pace)
  await expect(content(mara).getByRole('link', { name: 'https://example.org/bells', exact: true })).toBeVisible()
  await ines.keyboard.type('and **this**', pace)
  await expect(text(ines).locator('strong')).toHaveText(['Agnes', 'this'])
  await ines.keyboard.press('ControlOrMeta+z')
  await expect(text(ines).locator('p').nth(2)).toHaveText('See https://example.org/bells, and **this**')
  await ines.keyboard.press('Enter')
  await ines.keyboard.type('--- Behind', pace)
  await expect(content(mara).locator('hr')).toHaveCount(1)
  await expect(content(mara).locator('p').last()).toHaveText('Behind')
  // A paste of few letters is a step of undo by itself.
  await ines.keyboard.type(' the ', pace)
  await text(ines).evaluate((editor) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'bell')
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(text(ines).locator('p').last()).toHaveText('Behind the bell')
  await ines.keyboard.press('ControlOrMeta+z')
  await expect(text(ines).locator('p').last()).toHaveText('Behind the')
  // In code the signs are letters.
  await ines.keyboard.press('Enter')
  await ines.keyboard.type('``` **x** /quo', pace)
  await expect(content(mara).locator('pre')).toHaveText('**x** /quo')
  await expect(ines.getByRole('listbox', { name: 'Blocks' })).toHaveCount(0)
})

test('a menu of blocks opens with a slash, is filtered by what is typed, and closes with Escape', async ({ table }) => {
  const { ines, mara } = await opened(table, 'Five of them.')
  const menu = ines.getByRole('listbox', { name: 'Blocks' })
  await text(ines).click()
  await ines.keyboard.press('ControlOrMeta+End')
  await ines.keyboard.press('Enter')
  await ines.keyboard.type('/quo', pace)
  await expect(menu.getByRole('option')).toHaveText(['Quote'])
  await ines.keyboard.press('Enter')
  await ines.keyboard.type('So they say.', pace)
  await expect(content(mara).locator('blockquote')).toHaveText('So they say.')
  await ines.keyboard.press('Enter')
  await ines.keyboard.press('Enter')
  await ines.keyboard.type('Either /', pace)
  await expect(menu.getByRole('option', { name: 'Heading 1' })).toBeVisible()
  await ines.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await ines.keyboard.type('or', pace)
  await expect(content(mara).locator('p').last()).toHaveText('Either /or')
  await ines.keyboard.type(' and/or 3/4 ', pace)
  await expect(menu).toHaveCount(0)
  // The last line of the screen: the menu lies above it, in sight.
  for (let n = 0; n < 25; n++) await ines.keyboard.press('Enter')
  await ines.keyboard.type('/', pace)
  await expect(menu).toBeInViewport({ ratio: 1 })
  const [line, list] = [await text(ines).locator('p').last().boundingBox(), await menu.boundingBox()]
  expect(list && line && (list.y + list.height <= line.y || list.y >= line.y + line.height)).toBe(true)
  await ines.keyboard.press('ArrowUp')
  await ines.keyboard.press('ArrowDown')
  await ines.keyboard.press('Enter')
  await ines.keyboard.type('The tower', pace)
  await expect(content(mara).getByRole('heading', { name: 'The tower' })).toBeVisible()
})

test('Ctrl+K searches from a text without a selection and links what is selected, and no letter after it is lost', async ({
  table,
}) => {
  const { ines } = await opened(table, 'Five of them.')
  const search = ines.getByRole('combobox', { name: 'Search anything' })
  await text(ines).click()
  await ines.keyboard.press('ControlOrMeta+k')
  await ines.keyboard.type('The Weighhouse')
  await expect(search).toHaveValue('The Weighhouse')
  await expect(text(ines)).toHaveText('Five of them.')
  await ines.keyboard.press('Escape')
  await expect(text(ines)).toBeFocused()
  await ines.keyboard.press('ControlOrMeta+Home')
  await ines.keyboard.press('Shift+End')
  await ines.keyboard.press('ControlOrMeta+k')
  await expect(search).toHaveCount(0)
  await ines.keyboard.type('example.org', pace)
  await ines.keyboard.press('Enter')
  await expect(text(ines).getByRole('link', { name: 'Five of them.' })).toHaveAttribute('href', 'https://example.org')

  // As soon as there is a page, whatever of the program has come.
  await ines.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  await ines.reload({ waitUntil: 'commit' })
  await ines.waitForFunction(() => 'earlyKeys' in window)
  await ines.keyboard.press('ControlOrMeta+k')
  await ines.keyboard.type('The Weighx')
  await ines.keyboard.press('Backspace')
  await ines.keyboard.type('house', { delay: 120 })
  await expect(search).toHaveValue('The Weighhouse')
  await ines.unrouteAll({ behavior: 'wait' })
})

test('Ctrl+K between the loading of the program and its first screen opens the search with what is typed', async ({
  table,
}) => {
  const { page } = table.owner
  const { promise, resolve } = Promise.withResolvers<void>()
  // Which program the page loads depends on the session.
  await page.route(/\/api\/(?!auth)/, async (route) => {
    await promise
    await route.continue()
  })
  await page.goto('/maps', { waitUntil: 'commit' })
  // The program has taken over from the page.
  await page.waitForFunction(() => !('earlyKeys' in window))
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('weigh', pace)
  resolve()
  await page.keyboard.type('house', pace)
  await expect(page.getByRole('combobox', { name: 'Search anything' })).toHaveValue('weighhouse')
})

test('Ctrl+K before the editor has come searches, and what was typed before it is in the text', async ({ table }) => {
  const { ines, mara } = await opened(table, 'Five of them.')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await ines.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  await text(ines).click({ position: { x: 1, y: 12 } })
  await ines.keyboard.type('All ', pace)
  await ines.keyboard.press('ControlOrMeta+k')
  await ines.keyboard.type('The Weigh', pace)
  release()
  await ines.keyboard.type('house', pace)
  await expect(ines.getByRole('combobox', { name: 'Search anything' })).toHaveValue('The Weighhouse')
  await expect(content(mara)).toContainText('All Five of them.')
  await ines.keyboard.press('Escape')
  await expect(text(ines)).toBeFocused()
  await ines.keyboard.type('told, ', pace)
  await expect(content(mara)).toContainText('All told, Five of them.')
})

test('Tab and Enter in a title lead to the text below, which is waited for, and what is typed meanwhile is its beginning', async ({
  table,
}) => {
  const { ines, mara } = await opened(table, 'Five of them.')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await ines.route('**/api/texts/**', async (route) => {
    await released
    await route.continue()
  })
  await ines.reload()
  const title = ines.getByRole('textbox', { name: 'Title of The bells' })
  await title.click()
  await ines.keyboard.press('End')
  await ines.keyboard.type(' of Orison', pace)
  await ines.keyboard.press('Tab')
  await ines.keyboard.type('Hear: ', pace)
  release()
  await expect(mara.getByText('Hear: Five of them.')).toBeVisible()
  await expect(mara.getByRole('heading', { name: 'The bells of Orison' })).toBeVisible()
  await ines.keyboard.type('All ', pace)
  await expect(mara.getByText('Hear: All Five of them.')).toBeVisible()
  await ines.unrouteAll({ behavior: 'wait' })
  const name = ines.getByRole('textbox', { name: 'Name', exact: true })
  await name.click()
  await ines.keyboard.press('Tab')
  await ines.keyboard.type('It stands by the quay.', pace)
  await expect(ines.getByRole('textbox', { name: 'Description' })).toHaveText('It stands by the quay.')
  // An open editor is called as its title.
  await ines.getByRole('textbox', { name: 'Title of The bells of Orison' }).click()
  await ines.keyboard.press('End')
  await ines.keyboard.type(', the five', pace)
  await ines.keyboard.press('Enter')
  await expect(ines.getByRole('textbox', { name: 'The bells of Orison, the five', exact: true })).toHaveAttribute(
    'contenteditable',
    'true',
  )
})

const holdSegments = async (page: Page) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/content-segments', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
const addText = async (page: Page) => {
  await page.getByRole('button', { name: 'Add content' }).last().click()
  await page.getByRole('menuitem', { name: 'Text' }).click()
}

test('the title of a new text takes no focus from a text that its writer has moved to', async ({ table }) => {
  const { ines } = await opened(table, 'Five of them.')
  await text(ines).click()
  await expect(text(ines)).toHaveAttribute('contenteditable', 'true')
  const release = await holdSegments(ines)
  await addText(ines)
  await text(ines).getByText('Five of them.').click()
  await ines.keyboard.press('End')
  await ines.keyboard.type(' They ', pace)
  release()
  await expect(ines.getByRole('textbox', { name: 'Title of New Text' })).toBeVisible()
  await ines.keyboard.type('ring.', pace)
  await expect(text(ines)).toHaveText('Five of them. They ring.')
})

test('what was typed for a new text is kept by it when its writer did not wait for it', async ({ table }) => {
  const { ines, mara } = await opened(table, 'Five of them.')
  await text(ines).click()
  await expect(text(ines)).toHaveAttribute('contenteditable', 'true')
  const release = await holdSegments(ines)
  await addText(ines)
  await ines.keyboard.type('Ropes\nThey are', pace)
  await text(ines).getByText('Five of them.').click()
  await ines.keyboard.press('End')
  await ines.keyboard.type(' They ', pace)
  release()
  const ropes = ines.getByRole('textbox', { name: 'Ropes', exact: true })
  await expect(ropes).toHaveText('They are')
  await ines.keyboard.type('ring.', pace)
  await expect(text(ines)).toHaveText('Five of them. They ring.')
  await expect(mara.getByRole('region', { name: 'Ropes' }).locator('[data-at]')).toHaveText(['They are'])
})

test('content is not added offline, and one that fails is added again with what was typed for it', async ({
  table,
}) => {
  const { ines } = await opened(table, 'Five of them.')
  await ines.getByRole('button', { name: 'Add content' }).last().click()
  await ines.context().setOffline(true)
  await expect(ines.getByRole('menuitem', { name: 'Text' })).toBeDisabled()
  await expect(ines.getByText('You are offline: add content once you are back.')).toBeVisible()
  await ines.context().setOffline(false)
  await expect(ines.getByRole('menuitem', { name: 'Text' })).toBeEnabled()
  const { promise, resolve } = Promise.withResolvers<void>()
  await ines.route('**/api/content-segments', async (route) => {
    await promise
    await route.fulfill({ status: 422, json: { code: 'invalid', message: 'Not now.' } })
  })
  await ines.getByRole('menuitem', { name: 'Text' }).click()
  await ines.keyboard.type('Ropes\nThey are', pace)
  resolve()
  const again = ines.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await ines.unrouteAll({ behavior: 'wait' })
  await again.click()
  await expect(ines.getByRole('textbox', { name: 'Ropes', exact: true })).toHaveText('They are')
  await ines.keyboard.type(' old.', pace)
  await expect(ines.getByRole('textbox', { name: 'Ropes', exact: true })).toHaveText('They are old.')
})

test('a writer of deleted lore sees the unsaved words below the text', async ({ table }) => {
  const { ines, mara } = await opened(table, Array.from({ length: 60 }, (_, n) => `Bell ${n + 1}.`).join('\n'))
  await ines.getByRole('switch', { name: 'Members may write here' }).click()
  await expect(text(mara)).toBeVisible()
  await text(mara).getByText('Bell 30.', { exact: true }).click()
  await mara.keyboard.press('End')
  await mara.keyboard.type(' It is', pace)
  await expect(content(ines)).toContainText('Bell 30. It is')
  const { promise, resolve } = Promise.withResolvers<void>()
  await mara.route('**/api/texts/*/changes', async (route) => {
    await promise
    await route.continue()
  })
  await mara.keyboard.type(' cracked', pace)
  await table.owner.ask('DELETE', `conjurations/${new URL(ines.url()).pathname.split('/').at(-1)}`)
  await expect(mara.getByText('This lore is in the Trash')).toBeAttached()
  resolve()
  const notice = mara.getByRole('alert').filter({ hasText: 'Your words are kept here' })
  await expect(notice).toBeInViewport()
  await expect(notice).toContainText('cracked')
  await expect(content(mara)).toContainText('Bell 30. It is')
  const place = await mara.evaluate(() => scrollY)
  await mara.keyboard.type('a b c ', pace)
  expect(await mara.evaluate(() => scrollY)).toBe(place)
})

test('lists are nested on a phone by its tools', async ({ table }) => {
  const { ines, mara } = await opened(table, 'Bells')
  await ines.setViewportSize({ width: 390, height: 844 })
  await text(ines).click()
  await ines.keyboard.press('End')
  await ines.keyboard.type('\n- Agnes\nloud', pace)
  const tool = (name: string) => ines.getByRole('toolbar').getByRole('button', { name, exact: true })
  await expect(tool('Outdent')).toBeDisabled()
  await tool('Indent').click()
  await expect(content(mara).locator('li.ql-indent-1')).toHaveText('loud')
  await ines.keyboard.type('er', pace)
  await tool('Outdent').click()
  await expect(content(mara).locator('li')).toHaveText(['Agnes', 'louder'])
  await expect(content(mara).locator('li.ql-indent-1')).toHaveCount(0)
})

test('the name of new lore has every letter that was typed since the press that adds it', async ({ table }) => {
  const { page } = table.owner
  await page.goto('/collections')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/conjurations', async (route) => {
    await released
    await route.continue()
  })
  await page.getByRole('button', { name: 'Add Lore' }).first().click()
  await page.keyboard.type('Vesper the Smuggler', { delay: 60 })
  await page.keyboard.press('Enter')
  await page.keyboard.type('She knows', { delay: 60 })
  release()
  await page.keyboard.type(' every tide.', { delay: 60 })
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Vesper the Smuggler')
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveText('She knows every tide.')
})

test('a key that follows the first letters of new lore at once is typed behind them', async ({ table }) => {
  const { page } = table.owner
  await page.goto('/collections')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/conjurations', async (route) => {
    await released
    await route.continue()
  })
  // Before React runs the effects of the new page.
  await page.evaluate(() => {
    const typeOn = ({ target }: Event) => {
      if (!(target instanceof HTMLTextAreaElement)) return
      document.removeEventListener('input', typeOn)
      queueMicrotask(() => document.execCommand('insertText', false, ' Smuggler'))
    }
    document.addEventListener('input', typeOn)
  })
  await page.getByRole('button', { name: 'Add Lore' }).first().click()
  await page.keyboard.type('Vesper the', pace)
  release()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Vesper the Smuggler')
})

test('Delete takes a whole emoji behind words of another format', async ({ table }) => {
  const { ines, mara } = await opened(table, 'Bells')
  await text(ines).click()
  await ines.getByRole('toolbar', { name: 'Format the bells' }).waitFor()
  await ines.keyboard.press('ControlOrMeta+End')
  await ines.keyboard.type('\n**loud**🔔🦉 ring', pace)
  await ines.keyboard.press('Home')
  for (let n = 0; n < 4; n++) await ines.keyboard.press('ArrowRight')
  await ines.keyboard.press('Delete')
  await ines.keyboard.type('!', pace)
  await expect(content(mara).locator('p').last()).toHaveText(/^loud!🦉 ring$/u)
  await expect(ines.getByText('Saved', { exact: true })).toBeVisible()
})

test('lists, headings and years are written as in a word processor', async ({ table }) => {
  const { ines, mara } = await opened(table, 'Bells')
  await text(ines).click()
  await ines.keyboard.press('ControlOrMeta+Home')
  await ines.keyboard.type('# ', pace)
  await expect(content(mara).locator('h3')).toHaveText('Bells')
  await ines.keyboard.press('Backspace')
  await expect(content(mara).locator('p')).toHaveText('Bells')
  await ines.keyboard.press('End')
  await ines.keyboard.type('\n## 1. The first\n1402. They were cast.\n- Agnes\nloud', pace)
  await ines.keyboard.press('Tab')
  await ines.keyboard.type('\n\nMercy\n\nAll ring.', pace)
  await expect(content(mara).locator('h4')).toHaveText('1. The first')
  await expect(content(mara).locator('p')).toHaveText(['Bells', '1402. They were cast.', 'All ring.'])
  await expect(text(ines).locator('li')).toHaveText(['Agnes', 'loud', 'Mercy'])
  await expect(text(ines).locator('li.ql-indent-1')).toHaveText('loud')
  // Tab indents all items of a selection, wherever in an item that begins.
  await text(ines).locator('li').nth(1).click()
  await ines.keyboard.press('End')
  await ines.keyboard.press('Shift+ArrowDown')
  await ines.keyboard.press('Tab')
  await expect(text(ines).locator('li.ql-indent-2')).toHaveText('loud')
  await expect(text(ines).locator('li.ql-indent-1')).toHaveText('Mercy')
  await ines.keyboard.press('Shift+Tab')
  await expect(text(ines).locator('li.ql-indent-1')).toHaveText('loud')
  await expect(text(ines)).toBeFocused()
  // A caret within an item, and at its end, outdents it too.
  await ines.keyboard.press('ArrowLeft')
  await ines.keyboard.press('ArrowLeft')
  await ines.keyboard.press('Shift+Tab')
  await expect(text(ines).locator('li.ql-indent-1')).toHaveCount(0)
  await ines.keyboard.press('End')
  await ines.keyboard.press('Tab')
  await expect(text(ines).locator('li.ql-indent-1')).toHaveText('loud')
  await ines.keyboard.press('Shift+Tab')
  await expect(text(ines).locator('li.ql-indent-1')).toHaveCount(0)
  // On the first level it changes nothing: the next letters belong to the item.
  await ines.keyboard.press('Shift+Tab')
  await expect(text(ines)).toBeFocused()
})

test('the line that is written stays above the tools, as keys walk down and as a paragraph grows', async ({
  table,
}) => {
  const { ines } = await opened(table, Array.from({ length: 50 }, (_, n) => `Bell ${n + 1}.`).join('\n'))
  await text(ines).getByText('Bell 1.', { exact: true }).click()
  const tools = ines.getByRole('toolbar', { name: 'Format the bells' })
  await tools.waitFor()
  const roomBelow = async () => {
    const bottom = await ines.evaluate(() => document.getSelection()?.getRangeAt(0).getBoundingClientRect().bottom ?? 0)
    return ((await tools.boundingBox())?.y ?? 0) - bottom
  }
  for (let n = 0; n < 30; n++) {
    await ines.keyboard.press('ArrowDown', { delay: 20 })
    await expect.poll(roomBelow).toBeGreaterThan(0)
  }
  await ines.keyboard.press('End')
  await ines.keyboard.type(' Nobody pulls its ropes, and it rings all the same.'.repeat(5), { delay: 5 })
  await expect.poll(roomBelow).toBeGreaterThan(0)
  // A banner above the page takes two lines on a phone.
  await ines.setViewportSize({ width: 390, height: 844 })
  const gap = 30
  while ((await roomBelow()) > gap) await ines.keyboard.type('\nx', { delay: 20 })
  await ines.context().setOffline(true)
  await expect(ines.getByText('You are offline.', { exact: false })).toBeVisible()
  await expect.poll(roomBelow).toBeGreaterThan(0)
  await ines.context().setOffline(false)
})

test('footnotes of a word processor lead nowhere, pictures of a page are told of, and those it brings are uploaded', async ({
  table,
}) => {
  const { ines, mara } = await opened(table, 'Five of them.')
  await text(ines).click()
  await ines.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 64
    canvas.getContext('2d')?.fillRect(0, 0, 64, 64)
    const clipboardData = new DataTransfer()
    const html = [
      '<p>Cast in 1402<a href="#_ftn1">[1]</a> and <a href="',
      `${location.href}#_edn2`,
      '">[2]</a>.</p>',
      `<p><img src="${canvas.toDataURL()}"><img src="https://example.org/bell.png"></p>`,
    ].join('')
    clipboardData.setData('text/html', html)
    // The text that is read or its editor, whichever has the focus now.
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  // Said for some seconds only.
  await expect(ines.getByText('A picture of the page stayed there.')).toBeVisible()
  await expect(content(mara)).toContainText('Cast in 1402[1] and [2].')
  await expect(content(mara).locator('p').first().getByRole('link')).toHaveCount(0)
  await expect(content(mara).locator('img')).toHaveCount(1)
})

test('one text has its tools at a time, and on a phone those that are needed most come first', async ({ table }) => {
  const { ines } = await opened(table, 'Five of them.')
  await text(ines).click()
  await expect(ines.getByRole('toolbar')).toHaveCount(1)
  await ines.getByRole('textbox', { name: 'Description' }).click()
  await expect(ines.getByRole('toolbar')).toHaveAccessibleName('Format description')
  const tools = ines.getByRole('toolbar').getByRole('button')
  await tools.first().hover()
  await expect(ines.getByRole('tooltip')).toBeVisible()
  await ines.keyboard.type('It stands by the quay.', pace)
  await expect(ines.getByRole('tooltip')).toHaveCount(0)

  const entityId = ines.url().split('/').at(-1)
  const another = { entityType: 'CONJURATION', entityId, type: 'STORY', title: 'The ropes' }
  await table.owner.ask('POST', 'content-segments', another)
  await ines.setViewportSize({ width: 390, height: 844 })
  await expect(
    ines.getByRole('banner').or(ines.locator('article > header')).getByRole('button', { name: 'In this entry' }),
  ).toBeVisible()
  await text(ines).click()
  for (const [n, name] of ['Heading 2', 'Bold', 'Italic', 'Bulleted list', 'Mention', 'Undo'].entries())
    await expect(ines.getByRole('toolbar').getByRole('button').nth(n)).toHaveAccessibleName(name)
  // The list of names never lies over the line.
  await ines.keyboard.press('ControlOrMeta+End')
  for (let n = 0; n < 20; n++) await ines.keyboard.press('Enter')
  await ines.keyboard.type('By @Wei', pace)
  await expect(ines.getByRole('option', { name: 'The Weighhouse' })).toBeVisible()
  const list = await ines.getByRole('listbox', { name: 'Mention' }).boundingBox()
  const line = await text(ines).locator('p').last().boundingBox()
  expect(line && list && line.y + line.height).toBeLessThanOrEqual(list?.y ?? 0)
  // Nor does the menu of blocks, which is the highest, in the last text of a page.
  const last = ines.getByRole('textbox', { name: 'The ropes', exact: true })
  await last.click()
  await expect(ines.getByRole('toolbar')).toHaveAccessibleName('Format the ropes')
  await ines.keyboard.type('/', pace)
  const menu = ines.getByRole('listbox', { name: 'Blocks' })
  await expect(menu).toBeVisible()
  const gap = async () => {
    const line = await last.locator('p').last().boundingBox()
    return ((await menu.boundingBox())?.y ?? 0) - (line ? line.y + line.height : 0)
  }
  await expect.poll(gap).toBeGreaterThanOrEqual(0)
})

test('signs that were typed before the editor has come become what they mean too', async ({ table }) => {
  const { ines, mara } = await opened(table, 'Five of them.')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await ines.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  await text(ines).click()
  await ines.keyboard.press('ControlOrMeta+End')
  await ines.keyboard.press('Enter')
  await ines.keyboard.type('- **Agnes** is *loud*.', pace)
  release()
  await expect(content(mara).locator('li')).toHaveText('Agnes is loud.')
  await expect(content(mara).locator('li strong')).toHaveText('Agnes')
  await ines.keyboard.type(' She rings.', pace)
  await expect(content(mara).locator('li')).toHaveText('Agnes is loud. She rings.')
})
