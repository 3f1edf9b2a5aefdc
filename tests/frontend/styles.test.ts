import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const frontend = join(import.meta.dirname, '../../frontend/src')
const layers = new Set(
  (await readdir(join(import.meta.dirname, '../../node_modules/@mantine/core/styles')))
    .filter((file) => file.endsWith('.layer.css'))
    .map((file) => file.replace('.layer.css', '')),
)
const layersIn = (text: string) =>
  [...text.matchAll(/@mantine\/core\/styles\/(\w+)\.layer\.css/g)].map(([, name = '']) => name)

/** The layers of the components that Mantine builds from others. */
const composed: Record<string, string[]> = {
  MultiSelect: ['Pill', 'PillsInput'],
  TagsInput: ['Pill', 'PillsInput'],
  SegmentedControl: ['SegmentedControl', 'FloatingIndicator'],
}
const layersOf = (component: string) => composed[component] ?? (layers.has(component) ? [component] : [])

test('a screen imports the styles of every Mantine component that it draws, whichever screen was opened before', async () => {
  const everywhere = new Set(layersIn(await readFile(join(frontend, 'ui/mantine.css'), 'utf8')))
  const files = (await readdir(frontend, { recursive: true })).filter((file) => file.endsWith('.tsx'))
  const lacking: string[] = []
  for (const file of files) {
    const text = await readFile(join(frontend, file), 'utf8')
    const own = new Set(layersIn(text))
    const names = [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, list = '']) =>
      list.split(',').map((name) => name.trim()),
    )
    for (const layer of names.flatMap(layersOf))
      if (!everywhere.has(layer) && !own.has(layer)) lacking.push(`${file}: ${layer}`)
  }
  expect(files.length).toBeGreaterThan(100)
  expect(lacking).toEqual([])
})

const tokens = await readFile(join(frontend, 'ui/tokens.css'), 'utf8')
/** The colours that the block after a selector sets. */
const colours = (after: string) => {
  const from = tokens.indexOf(after)
  const block = tokens.slice(tokens.indexOf('{', from + after.length - 1), tokens.indexOf('}', from))
  return Object.fromEntries([...block.matchAll(/(--ll-[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]))
}

test('a print has every colour of the light theme, whichever theme the screen has', () => {
  const dark = colours('[data-mantine-color-scheme="dark"] {')
  const light = colours('\n[data-mantine-color-scheme="light"] {')
  const printed = colours('  [data-mantine-color-scheme] {')
  expect(Object.keys(dark).length).toBeGreaterThan(30)
  expect(Object.keys(light).sort()).toEqual(Object.keys(dark).sort())
  expect(Object.keys(printed).sort()).toEqual(Object.keys(dark).sort())
})
