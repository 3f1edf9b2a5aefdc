import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Filling, idOf, keyOf } from './filling.ts'
import type { Page } from './pages.ts'
import { type DemoPerson, isDemoPerson } from './people.ts'

/** A link of the demo campaign: from one page to another, or both ways. */
export interface DemoLink {
  by: DemoPerson
  from: string
  to: string
  twoWay: boolean
  comment: string
}

/** Reads links from Markdown: `# Name` says who makes those below, each `- Page → Page: words`, or `↔`. Throws on anything else. */
export const readLinks = (text: string): DemoLink[] =>
  text
    .trim()
    .split(/^# /m)
    .slice(1)
    .flatMap((section) => {
      const [by = '', ...lines] = section.trim().split('\n')
      if (!isDemoPerson(by)) throw new Error(`${by}: nobody of that name plays`)
      return lines.filter(Boolean).map((line) => ({ by, ...linkIn(line) }))
    })

const linkIn = (line: string) => {
  const [, from, way, to, comment] = /^- (.+) ([→↔]) (.+?): (.+)$/.exec(line) ?? []
  if (!from || !to || !comment) throw new Error(`${line}: this says no link`)
  return { from, to, comment, twoWay: way === '↔' }
}

export const readDemoLinks = (): DemoLink[] =>
  readLinks(readFileSync(join(import.meta.dirname, 'relationships.md'), 'utf8'))

/** Links the pages that are there. */
export async function relate({ cast, tell, unlessChanged }: Filling, pages: readonly Page[]): Promise<void> {
  const there = new Set(pages.map(({ name }) => name))
  const links = readDemoLinks().filter(({ from, to }) => there.has(from) && there.has(to))
  tell(`${links.length} relationships …`)
  for (const { by, from, to, twoWay, comment } of links) {
    const name = `${from} → ${to}`
    const ids = { id: idOf('relationship', name), reverseId: idOf('relationship back', name) }
    const body = { ...ids, relatedNodeId: idOf('page', to), comment, twoWay }
    await unlessChanged(() =>
      cast[by].act(keyOf('relationship', name), 'POST', `/relationships/${idOf('page', from)}`, body),
    )
  }
}
