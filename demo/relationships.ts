import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseLinks, type SampleLink } from '#exchange/sample/texts.ts'
import { type Filling, idOf, keyOf } from './filling.ts'
import { type Page, sampleTexts } from './pages.ts'
import { type DemoPerson, isDemoPerson } from './people.ts'

/** A link of the demo campaign, by somebody who plays in it. */
export interface DemoLink extends SampleLink {
  by: DemoPerson
}

/** Reads links as the sample campaign has them. Throws where their writer plays nobody. */
export const readLinks = (text: string): DemoLink[] =>
  parseLinks(text).map((link) => {
    const { by } = link
    if (!isDemoPerson(by)) throw new Error(`${by}: nobody of that name plays`)
    return { ...link, by }
  })

export const readDemoLinks = (): DemoLink[] => readLinks(readFileSync(join(sampleTexts, 'relationships.md'), 'utf8'))

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
