import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { casesOf } from '../walk.ts'
import { content, opened, text } from './story.ts'
import { expect, picture, type Table, test } from './table.ts'

const long = 'The bells of Orison ring by themselves when a ship is lost, and nobody pulls the ropes. '

/** A text with each kind of block, some of them next to each other. */
const blocks = (imageId: string) => [
  { insert: `${long.repeat(3)}\n` },
  { insert: 'The tower' },
  { insert: '\n', attributes: { header: 1 } },
  { insert: 'Agnes' },
  { insert: '\n', attributes: { list: 'bullet' } },
  { insert: long.repeat(2) },
  { insert: '\n', attributes: { list: 'bullet', indent: 1 } },
  { insert: 'Mercy' },
  { insert: '\n', attributes: { list: 'ordered', indent: 1 } },
  { insert: 'Vesper' },
  { insert: '\n', attributes: { list: 'ordered', indent: 3 } },
  { insert: 'Prudence' },
  { insert: '\n', attributes: { list: 'ordered' } },
  { insert: 'Deep' },
  { insert: '\n', attributes: { list: 'bullet', indent: 6 } },
  { insert: 'Oiled' },
  { insert: '\n', attributes: { list: 'checked' } },
  { insert: 'Tuned' },
  { insert: '\n', attributes: { list: 'unchecked' } },
  { insert: 'The ropes' },
  { insert: '\n', attributes: { header: 2 } },
  { insert: 'So they say.' },
  { insert: '\n', attributes: { blockquote: true } },
  { insert: long },
  { insert: '\n', attributes: { blockquote: true } },
  { insert: 'The names' },
  { insert: '\n', attributes: { header: 3 } },
  { insert: 'ring(5)' },
  { insert: '\n', attributes: { 'code-block': true } },
  { insert: `  ${long.repeat(3)}` },
  { insert: '\n\n', attributes: { 'code-block': true } },
  { insert: 'After  two  spaces, ' },
  { insert: 'bold', attributes: { bold: true } },
  { insert: ' and ' },
  { insert: 'code', attributes: { code: true } },
  { insert: ' and a ' },
  { insert: 'link', attributes: { link: 'https://example.org/' } },
  { insert: '.\n\nAfter an empty line.\n' },
  { insert: { divider: true } },
  { insert: '\nA picture: ' },
  { insert: { image: { id: imageId } } },
  { insert: '\n' },
  {
    insert: {
      'table-embed': {
        rows: [{ insert: { id: 'a' }, attributes: { header: true } }, { insert: { id: 'b' } }, { insert: { id: 'c' } }],
        columns: [{ insert: { id: 'd' } }, { insert: { id: 'e' } }],
        cells: { '1:1': { content: [{ insert: 'Bell' }] }, '2:1': { content: [{ insert: long }] } },
      },
    },
  },
  { insert: '\nBetween two tables.\n' },
  {
    insert: {
      'table-embed': { rows: [{ insert: { id: 'f' } }], columns: [{ insert: { id: 'g' } }, { insert: { id: 'h' } }] },
    },
  },
]

/** Where each line of words, each sign of a list and each block stands within the text, in pixels. */
const placesIn = (page: Page) =>
  text(page).evaluate((root) => {
    const { left, top } = root.getBoundingClientRect()
    const round = (value: number) => Math.round(value * 10) / 10
    const rect = (box: DOMRect) => [round(box.left - left), round(box.top - top), round(box.width), round(box.height)]
    const lines: [string, ...number[]][] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const words = (node.nodeValue ?? '').replaceAll('\uFEFF', '')
      const parent = node.parentElement
      if (words.trim() === '' || parent?.closest('[data-unwritten], .ql-ui, .ql-clipboard, [aria-hidden]')) continue
      const range = document.createRange()
      for (let n = 0; n < (node.nodeValue ?? '').length; n++) {
        range.setStart(node, n)
        range.setEnd(node, n + 1)
        const [x = 0, y = 0, , height = 0] = rect(range.getBoundingClientRect())
        const letter = node.nodeValue?.[n] ?? ''
        if (letter.trim() !== '' && letter !== '\uFEFF') lines.push([letter, x, y, height])
      }
    }
    const signs = [...root.querySelectorAll('li')].map((item) => {
      const { content, left, width, top } = getComputedStyle(item, '::before')
      return [content, left, width, top, ...rect(item.getBoundingClientRect()).slice(0, 2)]
    })
    const others = [...root.querySelectorAll('table, td, th, img, hr, .ll-divider')].map((each) =>
      rect(each.getBoundingClientRect()),
    )
    return { lines, signs, others, height: round(root.getBoundingClientRect().height) }
  })

const withBlocks = async (table: Table) => {
  const lore = await opened(table, 'Five of them.')
  const imageId = await picture(table.owner, table.campaignId, 'Tower')
  await table.owner.ask('POST', `texts/${lore.id}/changes`, {
    id: crypto.randomUUID(),
    base: 1,
    ops: [...blocks(imageId), { delete: 'Five of them.'.length }],
  })
  await expect(content(lore.ines)).toContainText('Between two tables.')
  await expect(content(lore.ines).locator('img')).toBeVisible()
  await expect(content(lore.ines).locator('table')).toHaveCount(2)
  return lore
}

const isWritten = (page: Page) => expect(text(page)).toHaveAttribute('contenteditable', 'true')

const screens = [
  ['a desk', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const

for (const [name, viewport] of casesOf(screens))
  test(`on ${name} every line, sign and block of a text stands where it stood once it is written`, async ({
    table,
  }) => {
    await table.owner.page.setViewportSize(viewport)
    const { ines } = await withBlocks(table)
    await text(ines).getByText('So they say.').scrollIntoViewIfNeeded()
    const before = await placesIn(ines)
    const scrolled = await ines.evaluate(() => document.querySelector('main')?.scrollTop ?? 0)
    const next = content(ines).locator('xpath=following::*[1]')
    const below = await next.boundingBox()
    await text(ines).getByText('So they say.').click()
    await isWritten(ines)
    const after = await placesIn(ines)
    expect(after.signs).toEqual(before.signs)
    expect(after.others).toEqual(before.others)
    expect(after.lines).toEqual(before.lines)
    expect(after.height).toBe(before.height)
    expect(await ines.evaluate(() => document.querySelector('main')?.scrollTop ?? 0)).toBe(scrolled)
    expect(await next.boundingBox()).toEqual(below)
    // Nor for the tools of a table.
    await text(ines).locator('td').first().click()
    await expect(ines.getByRole('button', { name: 'Add row' })).toBeVisible()
    expect((await placesIn(ines)).lines).toEqual(before.lines)
  })

test('a text at the end of a page that is scrolled to its end stays where it is pressed', async ({ table }) => {
  const { ines } = await opened(table, 'alpha\nbravo\ncharlie')
  await ines.setViewportSize(screens[1][1])
  const line = text(ines).getByText('bravo')
  const top = async () => (await line.boundingBox())?.y
  await text(ines).evaluate((element) => element.closest('#content')?.scrollTo(0, 100_000))
  const before = await top()
  await line.click()
  await isWritten(ines)
  expect(await top()).toBe(before)
})

/** Milliseconds between two presses or keys of a person. */
const paces = [120, 40, 250]

/** Words of the parts of a page that load after its text. */
const lateParts = /Members may write here|Add content at the top|Add tag/

for (const [name, viewport] of screens)
  test(`the parts that load after a text do not move it on ${name}`, async ({ table }) => {
    const { ines } = await opened(table, 'Five of them.')
    await ines.setViewportSize(viewport)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    let held = 0
    await ines.route('**/assets/*.js', async (route) => {
      const response = await route.fetch()
      if (lateParts.test(await response.text())) {
        held++
        await released
      }
      await route.fulfill({ response })
    })
    await ines.reload()
    await expect(text(ines)).toContainText('Five of them.')
    const places = () =>
      ines.evaluate(() =>
        [...document.querySelectorAll('h1, [data-contents] h2, [data-contents] p')].map(
          (e) => e.getBoundingClientRect().top,
        ),
      )
    await expect.poll(() => held).toBeGreaterThan(2)
    await ines.evaluate(() => document.fonts.ready)
    const before = await places()
    release()
    await expect(ines.getByLabel('Members may write here')).toBeVisible()
    await expect(ines.getByPlaceholder('Add tag')).toBeVisible()
    await expect(ines.getByRole('button', { name: 'Add content at the top' })).toBeAttached()
    expect(await places()).toEqual(before)
  })

/** The time between two presses: it is what these tests are about. */
const passed = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Where a word of the text is on the screen. */
const placeOfWord = async (page: Page, word: string, at = 0) => {
  const box = await text(page).evaluate(
    (root, { word, at }) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const n = (node.nodeValue ?? '').indexOf(word)
        if (n < 0) continue
        const range = document.createRange()
        range.setStart(node, n + at)
        range.setEnd(node, n + at + 1)
        const { left, top, width, height } = range.getBoundingClientRect()
        return { left, top, width, height }
      }
      throw new Error(`No ${word}`)
    },
    { word, at },
  )
  return { left: box.left + 1, x: box.left + box.width / 2, y: box.top + box.height / 2 }
}

for (const pace of casesOf(paces))
  test(`a double click with ${pace} ms between its presses selects its word, and the first key writes over it`, {
    tag: '@core',
  }, async ({ table }) => {
    const { ines, mara } = await opened(table, 'Five of them.\nThe third one is cracked.')
    const { x, y } = await placeOfWord(ines, 'third', 2)
    await ines.mouse.move(x, y)
    await ines.mouse.down()
    await ines.mouse.up()
    await passed(pace)
    await ines.mouse.down({ clickCount: 2 })
    await ines.mouse.up({ clickCount: 2 })
    await ines.keyboard.type('fourth', { delay: 20 })
    await expect(content(mara)).toContainText('The fourth one is cracked.')
    await expect(text(ines).locator('p')).toHaveText(['Five of them.', 'The fourth one is cracked.'])
  })

for (const isOpen of [false, true])
  test(`a triple click takes its paragraph ${isOpen ? 'in the editor' : 'while the text is read'}, and not the next one`, async ({
    table,
  }) => {
    const { ines, mara } = await opened(table, 'Five of them.\nThe third one is cracked.\nNobody rings it.')
    if (isOpen) {
      await text(ines).getByText('Nobody rings it.').click()
      await isWritten(ines)
    } else await ines.route('**/assets/*.js', (route) => setTimeout(() => route.continue(), 500))
    const { x, y } = await placeOfWord(ines, 'third', 2)
    await ines.mouse.click(x, y, { clickCount: 3, delay: 20 })
    await ines.keyboard.type('It rings.', { delay: 20 })
    await expect(content(mara).locator('p')).toHaveText(['Five of them.', 'It rings.', 'Nobody rings it.'])
    await expect(text(ines).locator('p')).toHaveText(['Five of them.', 'It rings.', 'Nobody rings it.'])
    // The last one ends the text.
    const last = await placeOfWord(ines, 'rings it', 2)
    await ines.mouse.click(last.x, last.y, { clickCount: 3, delay: 20 })
    await ines.keyboard.type('Not yet.', { delay: 20 })
    await expect(content(mara).locator('p')).toHaveText(['Five of them.', 'It rings.', 'Not yet.'])
  })

test('a triple click on a line of code takes that line, and not its end', async ({ table }) => {
  const { id, ines, mara } = await opened(table, 'Runes:')
  const ops = [
    { retain: 6 },
    { insert: '\nalpha' },
    ...['bravo', 'charlie'].flatMap((line) => [{ insert: '\n', attributes: { 'code-block': true } }, { insert: line }]),
    { retain: 1, attributes: { 'code-block': true } },
  ]
  await table.owner.ask('POST', `texts/${id}/changes`, { id: randomUUID(), base: 1, ops })
  await ines.reload()
  await expect(text(ines).locator('pre')).toHaveText('alpha\nbravo\ncharlie\n', { useInnerText: false })
  for (const [line, name] of [
    ['bravo', 'Bello'],
    ['charlie', 'Cantor'],
  ] as const) {
    const { x, y } = await placeOfWord(ines, line, 2)
    await ines.mouse.click(x, y, { clickCount: 3, delay: 20 })
    await ines.keyboard.type(name, { delay: 20 })
    await expect(content(mara).locator('pre')).toContainText(name)
    await ines.reload()
  }
  await expect(content(mara).locator('pre')).toHaveText('alpha\nBello\nCantor\n')
})

const firstKeys = [
  ['letters', async (page: Page) => page.keyboard.type('Six', { delay: 20 }), ['Six bells.', 'They ring.']],
  ['Delete', async (page: Page) => page.keyboard.press('Delete'), [' bells.', 'They ring.']],
  ['Enter', async (page: Page) => page.keyboard.press('Enter'), ['', ' bells.', 'They ring.']],
  ['Ctrl+B', async (page: Page) => page.keyboard.press('ControlOrMeta+b'), ['Five of the bells.', 'They ring.']],
] as const

for (const [name, press, expected] of casesOf(firstKeys))
  test(`a selection that was dragged while the text was read is what ${name} takes`, async ({ table }) => {
    const { ines, mara } = await opened(table, 'Five of the bells.\nThey ring.')
    const from = await placeOfWord(ines, 'Five')
    const to = await placeOfWord(ines, ' bells')
    await ines.mouse.move(from.left - 1, from.y)
    await ines.mouse.down()
    await ines.mouse.move(to.left, to.y, { steps: 5 })
    await ines.mouse.up()
    await press(ines)
    await expect(text(ines).locator('p')).toHaveText(expected)
    if (name === 'Ctrl+B') await expect(content(mara).locator('strong')).toHaveText('Five of the')
    await expect(content(mara).locator('[data-at]')).toHaveText(expected)
  })

/** Holds the editor's files back until the returned function is called. */
const holdEditor = async (page: Page) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}
const drag = async (page: Page, from: { x: number; y: number }, to: { x: number; y: number }) => {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 5 })
  await page.mouse.up()
}

test('a click inside a dragged selection places the caret, even before the editor is loaded', async ({ table }) => {
  const { ines, mara } = await opened(table, 'Five of the bells.\nThey ring.')
  const release = await holdEditor(ines)
  const [from, within, to] = [
    await placeOfWord(ines, 'Five'),
    await placeOfWord(ines, 'of the'),
    await placeOfWord(ines, ' bells'),
  ]
  await drag(ines, { x: from.left - 1, y: from.y }, { x: to.left, y: to.y })
  await passed(520)
  await ines.mouse.click(within.left, within.y)
  await ines.keyboard.type('all ', { delay: 20 })
  release()
  await expect(content(mara).locator('[data-at]')).toHaveText(['Five all of the bells.', 'They ring.'])
})

test('a line that is dragged over twice is replaced, even before the editor is loaded', async ({ table }) => {
  const { ines, mara } = await opened(table, 'Five of the bells.\nThey ring.')
  const release = await holdEditor(ines)
  const start = await placeOfWord(ines, 'Five')
  for (let times = 0; times < 2; times++) {
    await drag(ines, { x: start.left + 250, y: start.y }, { x: start.left + 1, y: start.y })
    await passed(520)
  }
  await ines.keyboard.type('All', { delay: 20 })
  release()
  await expect(content(mara).locator('[data-at]')).toHaveText(['All', 'They ring.'])
})

test('a search before the editor has come leaves the caret where it was clicked', async ({ table }) => {
  const { ines, mara } = await opened(table, 'Five of them, the third is cracked.\nNobody rings it.')
  const search = ines.getByRole('combobox', { name: 'Search anything' })
  await ines.keyboard.press('ControlOrMeta+k')
  await expect(search).toBeFocused()
  await ines.keyboard.press('Escape')
  await expect(search).toHaveCount(0)
  const release = await holdEditor(ines)
  const { left, y } = await placeOfWord(ines, 'third')
  await ines.mouse.click(left, y)
  await ines.keyboard.press('ControlOrMeta+k')
  await expect(search).toBeFocused()
  await ines.keyboard.press('Escape')
  await expect(search).toHaveCount(0)
  await ines.keyboard.type('very ', { delay: 50 })
  release()
  await expect(content(mara).locator('p')).toHaveText(['Five of them, the very third is cracked.', 'Nobody rings it.'])
})

test('a click puts the caret where it points while others write before it and the editor is on its way', async ({
  table,
}) => {
  const { id, ines, mara } = await opened(table, 'Five of them, the third is cracked.')
  const release = await holdEditor(ines)
  const { left, y } = await placeOfWord(ines, ', the')
  await ines.mouse.click(left, y)
  await ines.keyboard.type(' bells', { delay: 20 })
  await ines.keyboard.press('Home')
  await ines.keyboard.type('Hear: ', { delay: 20 })
  const change = { id: crypto.randomUUID(), base: 1, ops: [{ insert: 'Once there were more. ' }] }
  await table.owner.ask('POST', `texts/${id}/changes`, change)
  release()
  await expect(content(mara)).toContainText('Hear: Once there were more. Five of them bells, the third is cracked.')
})

test('presses while the editor is on its way move the caret, and letters stay where they were typed', async ({
  table,
}) => {
  const { ines, mara } = await opened(table, 'Five of them.\nThe third one is cracked.')
  const release = await holdEditor(ines)
  await ines.getByRole('textbox', { name: 'Title of The bells' }).click()
  await ines.keyboard.press('Tab')
  await passed(60)
  const [cracked, third, five] = [
    await placeOfWord(ines, 'cracked'),
    await placeOfWord(ines, 'third', 2),
    await placeOfWord(ines, 'Five'),
  ]
  await ines.mouse.click(cracked.left, cracked.y)
  await ines.keyboard.type('badly ', { delay: 60 })
  await passed(520)
  await ines.mouse.dblclick(third.x, third.y, { delay: 40 })
  await ines.keyboard.type('fourth', { delay: 60 })
  await passed(520)
  await ines.mouse.click(five.left, five.y)
  await ines.keyboard.type('All ', { delay: 60 })
  release()
  await expect(content(mara).locator('[data-at]')).toHaveText(['All Five of them.', 'The fourth one is badly cracked.'])
  await ines.keyboard.type('the ', { delay: 60 })
  await expect(text(ines).locator('p')).toHaveText(['All the Five of them.', 'The fourth one is badly cracked.'])
})

test('a word of a cell that is double clicked while the table is read is written over', async ({ table }) => {
  const { ines, mara } = await withBlocks(table)
  const cell = text(ines).locator('td').first()
  await cell.scrollIntoViewIfNeeded()
  const words = await cell.evaluate((element) => {
    const range = document.createRange()
    const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text
    const at = node.data.indexOf('Orison')
    range.setStart(node, at)
    range.setEnd(node, at + 6)
    const { left, top, width, height } = range.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  })
  await ines.mouse.move(words.x, words.y)
  await ines.mouse.down()
  await ines.mouse.up()
  await passed(90)
  await ines.mouse.down({ clickCount: 2 })
  await ines.mouse.up({ clickCount: 2 })
  await ines.keyboard.type('Bell', { delay: 20 })
  await expect(content(mara).locator('td').first()).toContainText('The bells of Bell ring')
  // In a cell that is read within an open table, a drag selects, and a click sets the caret.
  await text(ines)
    .locator('th')
    .first()
    .click({ position: { x: 13, y: 18 } })
  await ines.keyboard.type('A ', { delay: 20 })
  await expect(content(mara).locator('th').first()).toHaveText('A Bell')
})
