import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { isWalk } from '../walk.ts'
import { content, opened, text } from './story.ts'
import { expect, type Table, test } from './table.ts'

/** Numbers from a seed, so that a sequence that failed is drawn again. */
const drawn = (seed: number) => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const upTo = (end: number) => Math.floor(next() * end)
  return { upTo, oneOf: <T>(all: readonly T[]): T => all[upTo(all.length)] as T }
}
type Drawn = ReturnType<typeof drawn>

/** A person's pauses between presses and keys: they are what the walk is about. */
const passed = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The lines of the writer; the last line of the text is the second writer's. */
const begun = 'alpha bravo charlie delta\necho foxtrot golf hotel\nindia juliett kilo lima'

const linesIn = (page: Page) =>
  text(page)
    .locator('p')
    .evaluateAll((lines) => lines.map(({ textContent }) => (textContent ?? '').replaceAll('\uFEFF', '')))
const wordsIn = async (page: Page) => (await linesIn(page)).slice(0, -1).join('\n')

/** Where a letter of the writer's lines is on the screen: the middle of its height, just right of its left side. */
const placeOf = async (page: Page, words: string, index: number, isScrolling = true) => {
  const before = words.slice(0, index).split('\n')
  const wanted = { line: before.length - 1, at: before.at(-1)?.length ?? 0, isScrolling }
  const find = () =>
    text(page).evaluate((root, { line, at, isScrolling }) => {
      const element = root.querySelectorAll('p')[line]
      // Nobody presses a line that lies under the tools.
      if (isScrolling) element?.scrollIntoView({ block: 'center' })
      let left = at
      const walker = document.createTreeWalker(element ?? root, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
        if (left < node.data.length) {
          const range = document.createRange()
          range.setStart(node, left)
          range.setEnd(node, left + 1)
          const box = range.getBoundingClientRect()
          // A text that its editor replaces meanwhile is nowhere.
          return box.height > 0 ? { x: box.left + 1, y: box.top + box.height / 2 } : undefined
        }
        left -= node.data.length
      }
      return undefined
    }, wanted)
  let place: { x: number; y: number } | undefined
  await expect(async () => {
    place = await find()
    expect(place).toBeDefined()
  }).toPass()
  return place as { x: number; y: number }
}

/** Indexes of letters of the writer's words, not of spaces and ends of lines. */
const lettersOf = (words: string) => [...words].flatMap((letter, n) => (/[a-z]/i.test(letter) ? [n] : []))

interface Model {
  words: string
  start: number
  end: number
  /** All that the writer's lines ever were. */
  been: Set<string>
}

const write = (model: Model, letters: string) => {
  // To delete what is selected is a step of its own.
  model.been.add(model.words.slice(0, model.start) + model.words.slice(model.end))
  for (const letter of letters) {
    model.words = model.words.slice(0, model.start) + letter + model.words.slice(model.end)
    model.start += 1
    model.end = model.start
    model.been.add(model.words)
  }
}

const press = async (page: Page, draw: Drawn, times: number) => {
  for (let n = 1; n <= times; n++) {
    if (n > 1) await passed(40 + draw.upTo(210))
    await page.mouse.down({ clickCount: n })
    await page.mouse.up({ clickCount: n })
  }
}

type Act = (page: Page, model: Model, draw: Drawn) => Promise<void>
const acts: Record<string, Act> = {
  async click(page, model, draw) {
    const index = draw.oneOf(lettersOf(model.words))
    const { x, y } = await placeOf(page, model.words, index)
    await page.mouse.move(x, y)
    await press(page, draw, 1)
    model.start = model.end = index
    // Another press so soon would be a double click.
    await passed(520)
  },
  async doubleClick(page, model, draw) {
    const index = draw.oneOf(lettersOf(model.words))
    // On the right half of a word's last letter, Chromium takes the space behind it.
    const { x, y } = await placeOf(page, model.words, index)
    await page.mouse.move(x, y)
    await press(page, draw, 2)
    model.start = index - (/[a-z]*$/i.exec(model.words.slice(0, index))?.[0].length ?? 0)
    model.end = index + (/^[a-z]*/i.exec(model.words.slice(index))?.[0].length ?? 0)
    await passed(520)
  },
  async drag(page, model, draw) {
    const all = lettersOf(model.words)
    const from = draw.oneOf(all)
    // A press that moves to no other letter selects nothing, and leaves nothing to type over.
    const to = draw.oneOf(all.filter((letter) => letter !== from))
    // What is selected already would be dragged itself; a press on its edge counts as on it.
    if (model.start < model.end && from >= model.start && from <= model.end) return
    const [a, b] = [await placeOf(page, model.words, from), await placeOf(page, model.words, to, false)]
    await page.mouse.move(a.x, a.y)
    await page.mouse.down()
    await page.mouse.move(b.x, b.y, { steps: 6 })
    await passed(40 + draw.upTo(100))
    await page.mouse.up()
    model.start = Math.min(from, to)
    model.end = Math.max(from, to)
    await passed(520)
  },
  async type(page, model, draw) {
    const letters = Array.from({ length: 1 + draw.upTo(8) }, () => draw.oneOf([...'nopqrstuvwxyz '])).join('')
    await page.keyboard.type(letters, { delay: 50 + draw.upTo(70) })
    write(model, letters)
  },
  async enter(page, model) {
    await page.keyboard.press('Enter')
    write(model, '\n')
  },
  async remove(page, model, draw) {
    const key = draw.oneOf(['Backspace', 'Delete'])
    if (model.start === model.end) {
      if (key === 'Backspace' ? model.start === 0 : model.end === model.words.length) return
      if (key === 'Backspace') model.start--
      else model.end++
    }
    await page.keyboard.press(key)
    model.words = model.words.slice(0, model.start) + model.words.slice(model.end)
    model.end = model.start
    model.been.add(model.words)
  },
  async paste(page, model, draw) {
    const letters = `pasted ${draw.oneOf(['once', 'again'])}`
    await page.evaluate((letters) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', letters)
      const target = document.activeElement ?? document.body
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, letters)
    const { start, words, end } = model
    model.words = words.slice(0, start) + letters + words.slice(end)
    model.start = model.end = start + letters.length
    model.been.add(model.words)
  },
  async undo(page, model, draw) {
    const key = draw.oneOf(['ControlOrMeta+z', 'ControlOrMeta+z', 'ControlOrMeta+Shift+z'])
    await page.keyboard.press(key)
    // An editor that is on its way takes the key when it is there.
    await expect(text(page)).toHaveAttribute('contenteditable', 'true')
    const words = await wordsIn(page)
    expect([...model.been], `${key} leads to what was there before`).toContain(words)
    model.words = words
    const { start, end } = await selectedIn(page)
    model.start = start
    model.end = end
  },
  async search(page, model) {
    if (model.start !== model.end) return
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('weigh', { delay: 50 })
    const field = page.getByRole('combobox', { name: 'Search anything' })
    await expect(field).toHaveValue('weigh')
    await page.keyboard.press('Escape')
    await expect(field).toHaveCount(0)
    await expect(text(page)).toBeFocused()
  },
  async tab(page, model) {
    await page.getByRole('textbox', { name: 'Title of The bells' }).click()
    await page.keyboard.press('Tab')
    model.start = model.end = 0
  },
}

/** Acts that press a place of the screen. */
const pointing: ReadonlySet<string> = new Set(['click', 'doubleClick', 'drag', 'tab'])
const banner = /You are offline\.|The live connection is down/

/** The selection of the editor, by letters of the writer's lines. */
const selectedIn = (page: Page) =>
  text(page).evaluate((root) => {
    const range = document.getSelection()?.getRangeAt(0)
    const lines = [...root.querySelectorAll('p')]
    const at = (node: Node, offset: number) => {
      const point = document.createRange()
      point.setStart(node, offset)
      let letters = 0
      for (const line of lines) {
        const whole = document.createRange()
        whole.selectNodeContents(line)
        if (line === node || line.contains(node)) {
          whole.setEnd(node, offset)
          return letters + whole.toString().replaceAll('\uFEFF', '').length
        }
        letters += (line.textContent ?? '').replaceAll('\uFEFF', '').length + 1
      }
      return 0
    }
    return range
      ? { start: at(range.startContainer, range.startOffset), end: at(range.endContainer, range.endOffset) }
      : { start: 0, end: 0 }
  })

/** Opens a page of the app from another one, as a link does: what is loaded already stays. */
const openWithin = async (page: Page, path: string): Promise<void> => {
  if (page.url() === 'about:blank') await page.goto(path)
  else
    await page.evaluate((path) => {
      history.pushState(null, '', path)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
}

/** Notes in the page what each press meets and what moves: without them the trace of a failure names only the difference. */
const notePresses = () => {
  const noted: string[] = []
  Object.assign(window, { noted })
  const nameOf = (node: Node | null) => {
    const element = node instanceof Element ? node : node?.parentElement
    return `${element?.tagName}.${element?.className} ${element?.getAttribute('aria-label') ?? ''}`
  }
  const note = ({ type, target, clientX, clientY, timeStamp }: MouseEvent) =>
    noted.push(`${timeStamp.toFixed()} ms: ${type} on ${nameOf(target as Node)} at ${clientX}, ${clientY}`)
  for (const type of ['mousedown', 'mouseup'] as const) document.addEventListener(type, note, true)
  type Shift = PerformanceEntry & { sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[] }
  new PerformanceObserver((list) => {
    for (const { startTime, sources } of list.getEntries() as Shift[])
      for (const { node, previousRect, currentRect } of sources)
        noted.push(`${startTime.toFixed()} ms: ${nameOf(node)} moved from ${previousRect.y} to ${currentRect.y}`)
  }).observe({ type: 'layout-shift', buffered: true })
}

interface Around {
  /** Whether the browser loads the page of the text; otherwise the writer comes to it from another page. */
  isLoaded: boolean
  isPhone: boolean
  isSlow: boolean
  hasSecond: boolean
  loses: boolean
}

const walk = async (table: Table, seed: number, around: Around) => {
  const { isLoaded, isPhone, isSlow, hasSecond, loses } = around
  const draw = drawn(seed)
  const page = table.owner.page
  await page.setViewportSize(isPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 })
  if (isSlow)
    await page.route('**/api/**', async (route) => {
      await passed(200)
      await route.continue()
    })
  const { id, mara } = await opened(table, `${begun}\nsecond ${seed}`, {
    isAlone: !hasSecond,
    ...(isLoaded ? {} : { open: openWithin }),
  })
  await expect(content(page)).toContainText(`second ${seed}`)
  await page.evaluate(notePresses)
  // Parts of the page above the text come after its words, and move it.
  let before = ''
  await expect
    .poll(
      async () => {
        const last = before
        before = JSON.stringify(await text(page).boundingBox())
        return before === last
      },
      { intervals: [700] },
    )
    .toBe(true)
  const model: Model = { words: begun, start: 0, end: 0, been: new Set([begun]) }
  const done: string[] = []
  const stored = async () =>
    (await (await page.context().request.get(`${new URL(page.url()).origin}/api/texts/${id}`)).json()) as {
      revision: number
      ops: { insert: string }[]
    }
  let isGone = false
  const say = () => `seed ${seed} ${JSON.stringify(around)}: ${done.join(', ')}`
  const begin = draw.oneOf(['click', 'doubleClick', 'drag', 'tab'])
  try {
    for (let n = 0; n < 9; n++) {
      const name =
        n === 0
          ? begin
          : draw.oneOf([
              'click',
              'doubleClick',
              'drag',
              ...Array<string>(5).fill('type'),
              'enter',
              'remove',
              'paste',
              'undo',
              'search',
              'tab',
            ])
      if (lettersOf(model.words).length < 6 || (isGone && (name === 'search' || name === 'tab'))) continue
      done.push(name)
      // A banner moves the text: a person who is going to press sees it.
      if (loses && pointing.has(name)) await expect(page.getByText(banner)).toHaveCount(isGone ? 1 : 0)
      await acts[name]?.(page, model, draw)
      await expect.poll(() => wordsIn(page), { message: say() }).toBe(model.words)
      if (hasSecond && draw.upTo(2) === 0) {
        const { revision, ops } = await stored()
        const length = ops.reduce((sum, { insert }) => sum + insert.length, 0)
        const change = { id: randomUUID(), base: revision, ops: [{ retain: length - 1 }, { insert: 'M' }] }
        await table.owner.ask('POST', `texts/${id}/changes`, change)
      }
      if (loses && n > 0 && draw.upTo(4) === 0) {
        isGone = !isGone
        await page.context().setOffline(isGone)
      }
    }
    await page.context().setOffline(false)
    await expect.poll(() => wordsIn(page), { message: say() }).toBe(model.words)
    const wordsOfMara = async () => {
      await expect(content(mara).locator('[data-at]').first()).toBeVisible()
      return (await content(mara).locator('[data-at]').allTextContents()).slice(0, -1).join('\n')
    }
    const wordsStored = async () => {
      const { ops } = await stored()
      return ops
        .map(({ insert }) => insert)
        .join('')
        .trimEnd()
        .split('\n')
        .slice(0, -1)
        .join('\n')
    }
    await expect.poll(hasSecond ? wordsOfMara : wordsStored, { message: say() }).toBe(model.words)
  } catch (error) {
    const noted = await page.evaluate(() => (window as unknown as { noted?: string[] }).noted ?? [])
    throw new Error([say(), ...noted.slice(-30)].join('\n'), { cause: error })
  } finally {
    await page.context().setOffline(false)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
}

/** `WALK_SEED` replays sequences, by seeds with commas between them; a walk draws `WALK_COUNT` of them, the first by the seed `WALK_FROM`. */
const pinned = [8]
const count = Number(process.env.WALK_COUNT ?? 1_000)
const from = Number(process.env.WALK_FROM ?? 1)
const only = process.env.WALK_SEED
const seeds = only ? only.split(',').map(Number) : isWalk ? Array.from({ length: count }, (_, n) => from + n) : pinned
const atOnce = 10

for (let n = 0; n < seeds.length; n += atOnce) {
  const some = seeds.slice(n, n + atOnce)
  test(`no letter is lost or misplaced in the random sequences ${some.join(', ')}`, { tag: '@core' }, async ({
    table,
  }) => {
    test.setTimeout(some.length * 90_000)
    for (const seed of some)
      await walk(table, seed, {
        // The page that a test begins with belongs to no text.
        isLoaded: seed === some[0] || seed % 3 === 0,
        isPhone: seed % 2 === 0,
        isSlow: seed % 3 === 0,
        hasSecond: seed % 4 < 2,
        loses: isWalk && seed % 5 === 0,
      })
  })
}
