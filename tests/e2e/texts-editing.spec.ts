import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { content, opened, text } from './story.ts'
import { expect, picture, test } from './table.ts'

const cell = (page: Page, row: number, column: number) =>
  content(page).locator(`table tr:nth-child(${row}) > :nth-child(${column})`)

const pasted = (field: Locator, data: string, type = 'text/html') =>
  field.evaluate(
    (element, [data = '', type = '']) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData(type, data)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [data, type],
  )

test('a table is written cell by cell, undone from within, and a cell stays in hand while others write around it', async ({
  table,
}) => {
  const { id, ines, mara } = await opened(table, 'Five of them.')
  await text(ines).click()
  await ines.getByRole('toolbar', { name: 'Format the bells' }).getByRole('button', { name: 'Table' }).click()
  // The caret is in the first cell.
  await ines.keyboard.type('Bell')
  await ines.keyboard.press('Tab')
  await ines.keyboard.type('Tone')
  await expect(cell(mara, 1, 2)).toHaveText('Tone')
  await ines.keyboard.press('Tab')
  await ines.keyboard.type('Agnes')
  const typedAt = Date.now()
  await expect(cell(mara, 2, 1)).toHaveText('Agnes')
  // A pause of a second ends the step that is undone below.
  await expect.poll(() => Date.now() - typedAt).toBeGreaterThan(1_000)
  await ines.keyboard.type(' the Loud')
  await expect(cell(ines, 2, 1)).toHaveText('Agnes the Loud')
  await expect(cell(mara, 2, 1)).toHaveText('Agnes the Loud')
  await ines.keyboard.press('ControlOrMeta+z')
  await expect(cell(ines, 2, 1)).toHaveText('Agnes')
  await ines.keyboard.press('ControlOrMeta+Shift+Home')
  await ines.getByRole('button', { name: 'Bold' }).click()
  await expect(cell(mara, 2, 1).locator('strong')).toHaveText('Agnes')
  await ines.keyboard.press('End')

  /** What another person does to the rows below the first. */
  const changeRows = async (change: unknown, above: unknown[] = []) => {
    const { ops, revision } = (await (await ines.request.get(`/api/texts/${id}`)).json()) as Written
    const before = ops.slice(
      0,
      ops.findIndex(({ insert }) => typeof insert === 'object'),
    )
    const words = before.reduce((sum, { insert }) => sum + String(insert).length, 0)
    const rows = [{ retain: 1 }, change]
    const changes = [...above, { retain: words }, { retain: { 'table-embed': { rows } } }]
    await table.owner.ask('POST', `texts/${id}/changes`, { id: randomUUID(), base: revision, ops: changes })
  }
  const row = { insert: { id: randomUUID() } }
  await changeRows(row, [{ insert: 'Hear: ' }])
  await expect(cell(ines, 3, 1)).toHaveText('Agnes')
  await ines.keyboard.type(' of Orison')
  await expect(cell(mara, 3, 1)).toHaveText('Agnes of Orison')
  await expect(content(mara)).toContainText('Hear: Five of them.')

  // Tab leads on to a new row, and from a row or column that is removed the caret moves to its neighbour.
  await ines.keyboard.press('Tab')
  await ines.keyboard.press('Tab')
  await ines.keyboard.type('Vesper')
  await expect(cell(mara, 4, 1)).toHaveText('Vesper')
  await ines.getByRole('button', { name: 'Remove row' }).click()
  await expect(cell(ines, 3, 1).getByRole('textbox')).toBeFocused()
  await expect(content(mara).locator('tr')).toHaveCount(3)
  await ines.getByRole('button', { name: 'Add column' }).click()
  await expect(cell(mara, 3, 3)).toBeAttached()
  await ines.keyboard.press('Tab')
  await ines.getByRole('button', { name: 'Remove column' }).click()
  await expect(cell(ines, 3, 2).getByRole('textbox')).toBeFocused()
  await expect(content(mara).locator('tr').first().locator('> *')).toHaveCount(2)

  // The row in hand is taken away: what is typed on goes into none of the others, nor into the row once it is back.
  await cell(ines, 2, 1).click()
  await ines.keyboard.type('Mercy')
  await expect(cell(mara, 2, 1)).toHaveText('Mercy')
  await changeRows({ delete: 1 })
  await expect(content(ines).locator('tr')).toHaveCount(2)
  await expect(text(ines)).toBeFocused()
  await ines.keyboard.type('All of them ring.')
  await expect(content(mara)).toContainText('All of them ring.')
  await expect(content(mara).locator('table')).not.toContainText('ring')
  await changeRows(row)
  await expect(content(ines).locator('tr')).toHaveCount(3)
  await expect(text(ines)).toBeFocused()
})

test('a cell that is entered by a key at the end of the screen is above the tools', async ({ table }) => {
  const { ines } = await opened(table, 'Five of them.')
  await text(ines).click()
  await ines.keyboard.press('ControlOrMeta+End')
  const bottomOf = async (of: Locator) => {
    const { y, height } = (await of.boundingBox()) ?? { y: 0, height: 0 }
    return y + height
  }
  const { height } = ines.viewportSize() ?? { height: 0 }
  while ((await bottomOf(text(ines))) < height - 60) await ines.keyboard.press('Enter')
  await ines.getByRole('toolbar', { name: 'Format the bells' }).getByRole('button', { name: 'Table' }).click()
  for (const word of ['Bell', 'Tone', 'Agnes', 'low']) {
    await ines.keyboard.type(word)
    if (word !== 'low') await ines.keyboard.press('Tab')
  }
  const tools = ines.getByRole('toolbar', { name: 'Table', exact: true })
  const isClear = async () => (await bottomOf(cell(ines, 2, 2))) <= ((await tools.boundingBox())?.y ?? 0)
  await expect.poll(isClear).toBe(true)
})

test('a cell names lore and leads elsewhere, its tools come by key, and a table that is taken away gives the focus to the text', async ({
  table,
}) => {
  const { campaignId, owner } = table
  await owner.ask('POST', 'conjurations', { campaignId, collectionId: null, name: 'Ysolde', visibility: 'CAMPAIGN' })
  const { id, ines, mara } = await opened(table, 'Five of them.')
  await text(ines).click()
  const tools = ines.getByRole('toolbar', { name: 'Format the bells' })
  await tools.getByRole('button', { name: 'Table' }).click()
  await cell(ines, 1, 1).click()
  await ines.keyboard.type('By @Yso')
  await expect(ines.getByRole('option', { name: 'Ysolde' })).toBeVisible()
  await ines.keyboard.press('Enter')
  await ines.keyboard.type('alone')
  await expect(cell(mara, 1, 1)).toHaveText('By Ysolde alone')
  await expect(cell(mara, 1, 1).getByRole('link', { name: 'Ysolde' })).toBeVisible()
  await ines.keyboard.press('Tab')
  await ines.keyboard.type('Where')
  await ines.keyboard.press('Shift+Home')
  await ines.keyboard.press('ControlOrMeta+k')
  await ines.getByRole('textbox', { name: 'Address of the link' }).fill('example.org')
  await ines.keyboard.press('Enter')
  await expect(cell(mara, 1, 2).getByRole('link', { name: 'Where' })).toHaveAttribute('href', 'https://example.org')

  // What a spreadsheet copies comes into a cell as the words of one line.
  await ines.keyboard.press('Tab')
  await pasted(cell(ines, 2, 1).getByRole('textbox'), '<table><tr><td>low</td><td>sad</td></tr></table><p>Cracked</p>')
  await expect(cell(mara, 2, 1)).toHaveText('low sad Cracked')
  await ines.keyboard.press('Shift+Tab')

  await ines.keyboard.press('Alt+F10')
  await expect(tools.getByRole('button', { name: 'Bold' })).toBeFocused()
  await ines.keyboard.press('Alt+F10')
  await expect(ines.getByRole('button', { name: 'Add row' })).toBeFocused()
  await ines.keyboard.press('Escape')
  await expect(cell(ines, 1, 2).getByRole('textbox')).toBeFocused()
  await expect(ines.getByText('Saved', { exact: true })).toBeVisible()

  // Another table has cells of the same names: nobody goes on writing there.
  const { ops, revision } = (await (await ines.request.get(`/api/texts/${id}`)).json()) as Written
  const at = ops.findIndex(({ insert }) => typeof insert === 'object')
  const words = ops.slice(0, at).reduce((sum, { insert }) => sum + String(insert).length, 0)
  const copy = (changes: unknown[], base: number) =>
    owner.ask('POST', `texts/${id}/changes`, { id: randomUUID(), base, ops: [{ retain: words }, ...changes] })
  await copy([{ retain: 2 }, { insert: ops[at]?.insert }, { insert: '\n' }], revision)
  await expect(content(ines).locator('table')).toHaveCount(2)
  await copy([{ delete: 1 }], revision + 1)
  await expect(content(ines).locator('table')).toHaveCount(1)
  await expect(text(ines)).toBeFocused()
  await ines.keyboard.type('They ring.')
  await expect(content(mara)).toContainText('They ring.')
  // An empty line ends a quote, as it ends a list.
  for (const words of ['> So they say.', '', 'Or not.']) {
    await ines.keyboard.press('Enter')
    await ines.keyboard.type(words)
  }
  await expect(content(mara).getByText('Or not.')).toBeVisible()
  await expect(content(mara).locator('blockquote')).toHaveText('So they say.')
  await expect(content(mara).locator('table')).not.toContainText('ring')
})

test('undo and redo of everything place the caret in the cell that changed, and in the text once the table is removed', async ({
  table,
}) => {
  const { ines, mara } = await opened(table, 'Five of them.')
  await text(ines).click()
  await ines.keyboard.press('ControlOrMeta+End')
  await ines.keyboard.type(' Look:', { delay: 60 })
  await ines.getByRole('toolbar', { name: 'Format the bells' }).getByRole('button', { name: 'Table' }).click()
  await ines.keyboard.type('Bell', { delay: 60 })
  await ines.keyboard.press('Escape')
  await expect(text(ines)).toBeFocused()
  // The line that ends the table is hidden: writing goes on in the one below.
  await ines.keyboard.type('Below', { delay: 60 })
  await expect(content(mara).locator('[data-at]')).toHaveText(['Five of them. Look:', 'Bell', 'Below'])
  for (let n = 0; n < 4; n++) await ines.keyboard.press('ControlOrMeta+z', { delay: 60 })
  await expect(text(ines).locator('p')).toHaveText(['Five of them.'])
  for (let n = 0; n < 4; n++) await ines.keyboard.press('ControlOrMeta+Shift+z', { delay: 60 })
  await ines.keyboard.type('.', { delay: 60 })
  await expect(content(mara).locator('[data-at]')).toHaveText(['Five of them. Look:', 'Bell', 'Below.'])
  for (let n = 0; n < 2; n++) await ines.keyboard.press('ControlOrMeta+z', { delay: 60 })
  await ines.keyboard.press('ControlOrMeta+z', { delay: 60 })
  await ines.keyboard.press('ControlOrMeta+Shift+z', { delay: 60 })
  await ines.keyboard.type('s', { delay: 60 })
  await expect(cell(mara, 1, 1)).toHaveText('Bells')
  for (let n = 0; n < 4; n++) await ines.keyboard.press('ControlOrMeta+z', { delay: 60 })
  await ines.keyboard.type(' Ring', { delay: 60 })
  await expect(content(mara).locator('[data-at]')).toHaveText(['Five of them. Ring'])
})

test('arrow keys lead into a table from above and below, through its cells and out of it', async ({ table }) => {
  const { ines, mara } = await opened(table, 'Five.')
  await text(ines).click()
  await ines.keyboard.press('ControlOrMeta+End')
  await ines.getByRole('toolbar', { name: 'Format the bells' }).getByRole('button', { name: 'Table' }).click()
  await ines.keyboard.type('Bell', { delay: 60 })
  await ines.keyboard.press('Escape')
  await ines.keyboard.type('Below', { delay: 60 })
  const press = async (...keys: string[]) => {
    for (const key of keys) await ines.keyboard.press(key, { delay: 60 })
  }
  const last = cell(ines, await content(ines).locator('table tr').count(), 1)
  await press('Home', 'ArrowUp')
  await ines.keyboard.type('Agnes', { delay: 60 })
  await expect(last).toHaveText('Agnes')
  await press('ArrowDown')
  await ines.keyboard.type('Far ', { delay: 60 })
  await expect(text(ines).locator('> p').last()).toHaveText('Far Below')
  await press('Home', 'ArrowUp', 'Home', 'ArrowLeft')
  await ines.keyboard.type('left', { delay: 60 })
  await expect(last).toHaveText('Agnes')
  for (let row = await content(ines).locator('table tr').count(); row > 0; row--) await press('ArrowUp')
  await press('End')
  await ines.keyboard.type(' Above', { delay: 60 })
  await expect(text(ines).locator('> p').first()).toHaveText('Five. Above')
  await press('Home', 'ArrowDown', 'ArrowRight')
  await ines.keyboard.type('-', { delay: 60 })
  await expect(cell(mara, 1, 1)).toHaveText('B-ell')
  await press('End', 'ArrowRight')
  await ines.keyboard.type('Tone', { delay: 60 })
  // The cell before the last one, in which "left" was written.
  await expect(cell(mara, 1, 2)).toHaveText('Toneleft')
})

test('arrow keys lead from a table into the next one, over the hidden line between them', async ({ table }) => {
  const { id, ines, mara } = await opened(table, 'Five.')
  const grid = () => ({ rows: [{ insert: { id: randomUUID() } }], columns: [{ insert: { id: randomUUID() } }] })
  const ops = [
    { retain: 5 },
    { insert: '\n' },
    { insert: { 'table-embed': grid() } },
    { insert: '\n' },
    { insert: { 'table-embed': grid() } },
  ]
  await table.owner.ask('POST', `texts/${id}/changes`, { id: randomUUID(), base: 1, ops })
  await ines.reload()
  await text(ines).getByText('Five.').click()
  await expect(text(ines)).toHaveAttribute('contenteditable', 'true')
  const tables = content(mara).locator('table')
  const write = async (key: string, words: string) => {
    await ines.keyboard.press(key, { delay: 60 })
    await ines.keyboard.type(words, { delay: 60 })
  }
  await write('ArrowDown', 'one')
  await write('ArrowDown', 'two')
  await expect(tables).toHaveText(['one', 'two'])
  await ines.keyboard.press('Home')
  await write('ArrowUp', ' up')
  await expect(tables).toHaveText(['one up', 'two'])
})

interface Written {
  revision: number
  ops: { insert: unknown }[]
}

test('a link, a sentence and a name come where they were meant, though others write before them', async ({ table }) => {
  const { id, ines, mara } = await opened(table, 'Five of them.')
  await picture(table.owner, table.campaignId, 'The belfry')
  await text(ines).click()
  await expect(ines.getByRole('toolbar', { name: 'Format the bells' })).toBeVisible()
  await ines.keyboard.press('ControlOrMeta+Home')
  await ines.keyboard.press('Shift+ArrowRight')
  await ines.keyboard.press('ControlOrMeta+k')
  await expect(ines.getByRole('textbox', { name: 'Address of the link' })).toBeFocused()
  const before = { id: randomUUID(), base: 1, ops: [{ insert: 'Hear: ' }] }
  await table.owner.ask('POST', `texts/${id}/changes`, before)
  await expect(content(ines)).toContainText('Hear: Five')
  await ines.keyboard.type('example.org')
  await ines.keyboard.press('Enter')
  await expect(content(mara).getByRole('link')).toHaveText('F')

  // A dialog gives the focus back to the text: its caret is where it was.
  await ines.keyboard.press('ControlOrMeta+End')
  await ines.getByRole('button', { name: 'Picture' }).click()
  const dialog = ines.getByRole('dialog', { name: 'Add a picture' })
  await expect(dialog.getByRole('button', { name: 'The belfry' })).toBeVisible()
  await ines.keyboard.press('Escape')
  await expect(text(ines)).toBeFocused()
  await ines.keyboard.type(' One is cracked.')
  await expect(content(mara)).toContainText('Hear: Five of them. One is cracked.')

  // Enter comes before anybody was asked who is called so: whoever was offered before is not meant.
  await ines.keyboard.type(' @')
  await expect(ines.getByRole('option').first()).toBeVisible()
  await ines.keyboard.type('Nobody')
  await ines.keyboard.press('Enter')
  await expect(content(mara)).toContainText('One is cracked. @Nobody')

  // Nothing is being saved in a text that somebody else has deleted.
  const deleted = Promise.withResolvers<void>()
  await ines.route(`**/api/texts/${id}/changes`, async (route) => {
    await deleted.promise
    await route.continue()
  })
  await ines.keyboard.type('One more.')
  await expect(ines.getByText('Saving...')).toBeVisible()
  await table.owner.ask('DELETE', `content-segments/${id}`)
  await expect(content(ines)).toHaveCount(0)
  deleted.resolve()
  await expect(ines.getByText('Saving...')).toHaveCount(0)
})

test('what Google Docs and Word copy comes with its lists and its marks, and no others', async ({ table }) => {
  const { id, ines, mara } = await opened(table, 'Five of them.')
  const docs =
    '<b style="font-weight:normal" id="docs-internal-guid-1"><p><span style="font-weight:400">They </span><span style="font-weight:700">ring</span></p></b>'
  const sign = (words: string) => `<span style='mso-list:Ignore'>${words}<span>&nbsp;&nbsp; </span></span>`
  const word = `<p class=MsoNormal>In order:<o:p></o:p></p><p class=MsoListParagraph style='mso-list:l0 level1 lfo1'>${sign('1.')}Agnes</p><p class=MsoListParagraph style='mso-list:l0 level2 lfo1'>${sign('·')}Mercy</p>`
  await text(ines).click()
  await expect(ines.getByRole('toolbar', { name: 'Format the bells' })).toBeVisible()
  await ines.keyboard.press('ControlOrMeta+End')
  for (const html of [docs, word]) {
    await ines.keyboard.press('Enter')
    await pasted(text(ines), html)
  }
  await expect(content(mara)).toContainText('Mercy')
  const { ops } = (await (await mara.request.get(`/api/texts/${id}`)).json()) as Written
  expect(ops.slice(0, -1)).toEqual([
    { insert: 'Five of them.\nThey ' },
    { insert: 'ring', attributes: { bold: true } },
    { insert: '\nIn order:\nAgnes' },
    { insert: '\n', attributes: { list: 'ordered' } },
    { insert: 'Mercy' },
    { insert: '\n', attributes: { list: 'bullet', indent: 1 } },
  ])

  // Tables within tables, as mails have them for their layout, cost no more time than their length.
  const [begin, end] = ['<table><tr><td>Above</td><td>', '</td></tr></table>']
  await pasted(text(ines), `${begin.repeat(40)}below${end.repeat(40)}`)
  await expect(content(mara).getByRole('cell', { name: /^(Above ){39}below$/ })).toBeVisible()
})

/** Gives pictures to an element as a clipboard or a drag does. */
const given = (field: Locator, how: 'paste' | 'drop', names: readonly string[]) =>
  field.evaluate(
    async (element, { how, names }) => {
      const canvas = new OffscreenCanvas(512, 512)
      canvas.getContext('2d')?.fillRect(0, 0, 512, 512)
      const bytes = await canvas.convertToBlob({ type: 'image/png' })
      const data = new DataTransfer()
      for (const name of names) data.items.add(new File([bytes], name, { type: 'image/png' }))
      const { left, top } = element.getBoundingClientRect()
      const common = { bubbles: true, cancelable: true }
      const event =
        how === 'paste'
          ? new ClipboardEvent('paste', { ...common, clipboardData: data })
          : new DragEvent('drop', { ...common, dataTransfer: data, clientX: left + 2, clientY: top + 8 })
      // By now the editor may have taken the place of the text that was read.
      const target = element.isConnected ? element : document.activeElement
      target?.dispatchEvent(event)
    },
    { how, names },
  )

test('pasted pictures are uploaded and stand where the caret was, while writing goes on; a refused one is retried', {
  tag: '@core',
}, async ({ table }) => {
  const { ines, mara, id } = await opened(table, 'Five of them.')
  const sizes: number[] = []
  ines.on('request', (request) => {
    if (request.url().includes('/changes')) sizes.push(request.postData()?.length ?? 0)
  })
  let refusals = 1
  await ines.route('**/api/images/upload**', async (route) => {
    if (refusals-- > 0) await route.fulfill({ status: 500, json: { code: 'internal', detail: 'Please try again.' } })
    else await route.continue()
  })
  await text(ines).click()
  // Files that are pasted before the editor has come are not kept.
  await expect(content(ines).locator('.ql-editor')).toBeFocused()
  await ines.keyboard.press('ControlOrMeta+End')
  const line = await content(ines).locator('.ql-editor p').boundingBox()
  // The uploads would be under the tools, which lie at the bottom.
  await ines.setViewportSize({ width: 1440, height: Math.round((line?.y ?? 0) + (line?.height ?? 0)) + 60 })
  await ines.keyboard.type(' Look:', { delay: 60 })
  await given(text(ines), 'paste', ['first.png', 'second.png'])
  await ines.keyboard.type(' and go on', { delay: 60 })
  const uploads = ines.getByRole('list', { name: 'Uploads' })
  await expect(uploads.getByRole('alert')).toContainText('first.png')
  const tools = await ines.getByRole('toolbar', { name: 'Format the bells' }).boundingBox()
  const shown = await uploads.boundingBox()
  expect((shown?.y ?? 0) + (shown?.height ?? 0), 'the uploads are not under the tools').toBeLessThan(tools?.y ?? 0)
  await ines.setViewportSize({ width: 1440, height: 900 })
  await expect(content(ines).locator('.ll-image')).toHaveCount(1)
  await expect(uploads.getByRole('button', { name: 'Remove first.png' })).toBeVisible()
  await test.step('it waits below its line, which moves with the text, and nobody else sees it', async () => {
    await ines.keyboard.press('Enter')
    await ines.keyboard.type('Below.', { delay: 20 })
    await ines.keyboard.press('ControlOrMeta+Home')
    await ines.keyboard.press('Enter')
    await expect(async () => {
      const lines = content(ines).locator('.ql-editor p')
      const [line, list, below] = await Promise.all([
        lines.filter({ hasText: 'Look:' }).boundingBox(),
        uploads.boundingBox(),
        lines.filter({ hasText: 'Below.' }).boundingBox(),
      ])
      if (!line || !list || !below) throw new Error('One of the three is not on screen')
      expect(Math.round(list.y - (line.y + line.height))).toBe(0)
      expect(Math.round(below.y - (list.y + list.height))).toBeGreaterThanOrEqual(0)
    }).toPass()
    expect(await content(ines).locator('[data-awaits]').count()).toBe(1)
    await expect(mara.getByRole('list', { name: 'Uploads' })).toHaveCount(0)
    await expect(content(mara)).toContainText('Below.')
  })
  await uploads.getByRole('button', { name: 'Retry' }).click()
  await expect(content(ines).locator('.ll-image')).toHaveCount(2)
  await expect(uploads).toHaveCount(0)
  await expect(content(mara).locator('img')).toHaveCount(2)
  const { ops } = (await (await ines.request.get(`/api/texts/${id}`)).json()) as Written
  const said = ops.map(({ insert }) => (typeof insert === 'string' ? insert : '*')).join('')
  expect(said).toBe('\nFive of them. Look:** and go on\nBelow.\n')
  await expect(content(ines).locator('[data-awaits]')).toHaveCount(0)
  expect(Math.max(...sizes)).toBeLessThan(2_000)
})

test('a picture that is dropped on a text that is read opens it there', async ({ table }) => {
  const { ines } = await opened(table, 'Five of them.')
  await given(text(ines), 'drop', ['belfry.png'])
  await expect(content(ines).locator('.ll-image')).toHaveCount(1)
  await ines.keyboard.type('Here: ', { delay: 60 })
  await expect(content(ines)).toContainText('Here: ')
  await expect(content(ines)).toContainText('Five of them.')
})

test('a paste below a new title follows letters typed before the section was loaded', async ({ table }) => {
  const { ines, mara } = await opened(table, 'Five of them.')
  const [section, editor] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const hold = (url: string, { promise }: PromiseWithResolvers<void>) =>
    ines.route(url, async (route) => {
      await promise
      await route.continue()
    })
  await ines.getByRole('button', { name: 'Add content' }).last().click()
  const item = ines.getByRole('menuitem', { name: 'Text' })
  await expect(item).toBeVisible()
  await hold('**/api/content-segments', section)
  await hold('**/assets/*.js', editor)
  await item.click()
  await ines.keyboard.type('Notes\nBefore it. ', { delay: 50 })
  section.resolve()
  await expect(ines.locator('[aria-label=Notes]:focus')).toBeVisible()
  await pasted(ines.locator(':focus'), '<p><b>Pasted.</b> More.</p>')
  await ines.keyboard.type(' After it.', { delay: 50 })
  editor.resolve()
  const notes = mara.getByRole('region', { name: 'Notes' })
  await expect(notes.locator('[data-at]')).toHaveText(['Before it. Pasted. More. After it.'])
  await expect(notes.locator('strong')).toHaveText('Pasted.')
})

test('a paste before the title of a new section has loaded is a part of the title', async ({ table }) => {
  const { ines, mara } = await opened(table, 'Five of them.')
  await ines.getByRole('button', { name: 'Add content' }).last().click()
  const { promise, resolve } = Promise.withResolvers<void>()
  await ines.route('**/api/content-segments', async (route) => {
    await promise
    await route.continue()
  })
  await ines.getByRole('menuitem', { name: 'Text' }).click()
  await ines.keyboard.type('The ', { delay: 50 })
  await pasted(ines.locator('body'), 'old bells', 'text/plain')
  await ines.keyboard.type(' of it\nThey ring.', { delay: 50 })
  resolve()
  const notes = mara.getByRole('region', { name: 'The old bells of it' })
  await expect(notes.locator('[data-at]')).toHaveText(['They ring.'])
})

test('several lines and pictures that are pasted into a new title are its text', async ({ table }) => {
  const { ines, mara } = await opened(table, 'Five of them.')
  const { promise, resolve } = Promise.withResolvers<void>()
  await ines.route('**/api/content-segments', async (route) => {
    await promise
    await route.continue()
  })
  const addText = async () => {
    await ines.getByRole('button', { name: 'Add content' }).last().click()
    await ines.getByRole('menuitem', { name: 'Text' }).click()
  }
  await addText()
  const lines = Array.from({ length: 30 }, (_, n) => `Line ${n + 1} of a long session.`)
  await ines.keyboard.type('Notes', { delay: 50 })
  await pasted(ines.locator('body'), lines.join('\n'), 'text/plain')
  await ines.keyboard.type(' The end.', { delay: 50 })
  resolve()
  const notes = mara.getByRole('region', { name: 'Notes' })
  await expect(notes.locator('[data-at]')).toHaveText([...lines.slice(0, -1), `${lines.at(-1)} The end.`])

  // And where the title has the focus and the text has loaded. The press on the menu is the last user action before.
  await addText()
  await expect(ines.getByRole('textbox', { name: 'Title of New Text' })).toBeFocused()
  await expect(ines.getByRole('textbox', { name: 'New Text', exact: true })).toBeVisible()
  await pasted(ines.locator(':focus'), lines.join('\n'), 'text/plain')
  await ines.keyboard.type(' The end.', { delay: 50 })
  await expect(mara.getByRole('region', { name: 'New Text' }).locator('[data-at]')).toHaveText([
    ...lines.slice(0, -1),
    `${lines.at(-1)} The end.`,
  ])
})

test('lines that are pasted into a title are kept for a text that loads after its writer has left', async ({
  table,
}) => {
  const { ines, mara } = await opened(table, 'Five of them.')
  const { promise, resolve } = Promise.withResolvers<void>()
  await ines.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  await ines.getByRole('textbox', { name: 'Title of The bells' }).click()
  await ines.keyboard.press('ControlOrMeta+a')
  await pasted(ines.locator(':focus'), 'They ring.\nOnce a year.\n', 'text/plain')
  await ines.keyboard.type(' Always.', { delay: 50 })
  const name = ines.getByRole('textbox', { name: 'Name', exact: true })
  await name.click()
  await ines.keyboard.press('End')
  await ines.keyboard.type(' of old', { delay: 50 })
  resolve()
  const bells = mara.getByRole('region', { name: 'The bells', exact: true })
  await expect(bells.locator('[data-at]')).toHaveText(['They ring.', 'Once a year. Always.Five of them.'])
  await expect(name).toHaveValue(/ of old$/)
  await expect(name).toBeFocused()
})

test('Enter in a title leads to the text below, and Backspace at its beginning back to the title', async ({
  table,
}) => {
  const { ines } = await opened(table, 'five of them.')
  const title = ines.getByRole('textbox', { name: 'Title of The bells' })
  await title.click()
  await ines.keyboard.press('End')
  await ines.keyboard.type(' of Orison', { delay: 60 })
  await ines.keyboard.press('Enter')
  await ines.keyboard.type('There are ', { delay: 60 })
  const region = ines.getByRole('region', { name: 'The bells of Orison', exact: true })
  await expect(region.locator('p')).toHaveText('There are five of them.')
  await ines.keyboard.press('Home')
  await ines.keyboard.press('Backspace')
  await ines.keyboard.type('!', { delay: 60 })
  await expect(ines.getByRole('textbox', { name: /^Title of The bells of Orison/ })).toHaveValue('The bells of Orison!')
  // The name of the entry leads to its description likewise.
  await ines.getByRole('textbox', { name: 'Name' }).click()
  await ines.keyboard.press('Enter')
  await ines.keyboard.type('An old house.', { delay: 60 })
  await expect(ines.getByRole('textbox', { name: 'Description' })).toHaveText('An old house.')
})
