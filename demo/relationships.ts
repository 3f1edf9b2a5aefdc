import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseLinks, type SampleLink } from '#exchange/sample/texts.ts'
import { type Filling, idOf, keyOf } from './filling.ts'
import { type Page, sampleTexts } from './pages.ts'
import { type DemoPerson, isDemoPerson } from './people.ts'

/** A link of the demo campaign; `by` is the member who wrote it. */
export interface DemoLink extends SampleLink {
  by: DemoPerson
}

/** Parses links in the format of the sample campaign. Throws if a writer is no member of the demo campaign. */
export const readLinks = (text: string): DemoLink[] =>
  parseLinks(text).map((link) => {
    const { by } = link
    if (!isDemoPerson(by)) throw new Error(`${by}: nobody of that name plays`)
    return { ...link, by }
  })

export const readDemoLinks = (): DemoLink[] => readLinks(readFileSync(join(sampleTexts, 'relationships.md'), 'utf8'))

/** Adds the links between the given pages. */
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
