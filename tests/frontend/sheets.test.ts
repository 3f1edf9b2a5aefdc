import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

interface Sheet {
  defined: ReadonlySet<string>
  /** What components name of it; undefined as soon as one chooses a class by a value. */
  named: Set<string> | undefined
}

const importOf = /import (\w+) from '([^']+\.module\.css)'/g
/** A variable may be named as another module's file is. */
const anyImport = /\bfrom '[^']+'|\bimport\('[^']+'\)/g

/** What libraries and the whole page have a name for is not ours, nor is the end of an address. */
const classesIn = (css: string): ReadonlySet<string> => {
  const own = css.replace(/\/\*[\s\S]*?\*\/|:global\([^)]*\)|url\([^)]*\)|"[^"]*"/g, '')
  return new Set([...own.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name as string))
}

const sheets = new Map<string, Sheet>()
const missing: string[] = []
for await (const file of glob('frontend/src/**/*.{ts,tsx}')) {
  const source = readFileSync(file, 'utf8')
  const code = source.replace(importOf, '').replace(anyImport, '')
  for (const [, variable, from] of source.matchAll(importOf)) {
    const at = path.join(path.dirname(file), from as string)
    const sheet = sheets.get(at) ?? { defined: classesIn(readFileSync(at, 'utf8')), named: new Set() }
    sheets.set(at, sheet)
    for (const [, access, name] of code.matchAll(new RegExp(`\\b${variable}\\b(\\.(\\w+))?`, 'g'))) {
      if (access === undefined || name === undefined) sheet.named = undefined
      else {
        sheet.named?.add(name)
        if (!sheet.defined.has(name)) missing.push(`${file}: ${name}`)
      }
    }
  }
}

describe('a sheet of styles', () => {
  it('has each class that a component names', () => {
    expect(sheets.size).toBeGreaterThan(100)
    expect(missing).toEqual([])
  })

  it('has no class that no component names', () => {
    const left = [...sheets].flatMap(([at, { defined, named }]) =>
      named ? [...defined].filter((name) => !named.has(name)).map((name) => `${at}: ${name}`) : [],
    )
    expect(left).toEqual([])
  })
})
