import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parsePages, type SamplePage } from '#exchange/sample/texts.ts'
import { type DemoPerson, isDemoPerson } from './people.ts'

/** A page of the demo campaign's lore; `by` is the member who wrote it. */
export interface Page extends SamplePage {
  by: DemoPerson
}

/** Parses pages in the format of the sample campaign. Throws if a writer is no member of the demo campaign. */
export const readPages = (text: string): Page[] =>
  parsePages(text).map((page) => {
    const { by } = page
    if (!isDemoPerson(by)) throw new Error(`${page.name}: nobody can tell who wrote or sees it`)
    return { ...page, by }
  })

/** The texts that the demo campaign and the sample campaign share. */
export const sampleTexts: string = join(import.meta.dirname, '../exchange/sample')

const dir = join(sampleTexts, 'lore')

/** All pages of the demo campaign. */
export const readDemoPages = (): Page[] =>
  readdirSync(dir)
    .sort()
    .flatMap((file) => readPages(readFileSync(join(dir, file), 'utf8')))
