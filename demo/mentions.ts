import { Delta, type Op } from '#domain/deltas.ts'
import { type Filling, idOf, keyOf } from './filling.ts'
import { stories } from './history.ts'
import type { Page } from './pages.ts'

/** Excludes short and one-word names, which may mean something else in a text. */
const tellsApart = ({ name }: Page) => name.length >= 8 && name.includes(' ')

/** Turns the first occurrence of each campaign-visible page's name into a mention; returns undefined if there is none. */
export const mentioning = ({ name, description }: Page, pages: readonly Page[]): Op[] | undefined => {
  const found = pages
    .filter((page) => page.name !== name && page.visibility === 'CAMPAIGN' && tellsApart(page))
    .map((page) => ({ words: page.name, at: description.indexOf(page.name) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || b.words.length - a.words.length)
  let reached = 0
  const change = new Delta()
  for (const { words, at } of found) {
    // Skips a name that is part of a longer one.
    if (at < reached) continue
    change.retain(at - reached).delete(words.length)
    change.insert({ mention: { id: idOf('page', words), kind: 'lore', words } })
    reached = at + words.length
  }
  return reached > 0 ? change.ops : undefined
}

/** Adds mentions to descriptions, except those of pages with a story, whose history stays as it is. */
export async function mention({ cast, tell, unlessChanged }: Filling, pages: readonly Page[]): Promise<void> {
  const naming = pages.flatMap((page) => {
    const ops = stories.some((story) => story.page === page.name) ? undefined : mentioning(page, pages)
    return ops ? [{ ...page, ops }] : []
  })
  tell(`${naming.length} descriptions with mentions …`)
  for (const { name, by, description, ops } of naming) {
    const body = { id: idOf('mentions', name), base: 0, over: description, ops }
    const path = `/texts/${idOf('page', name)}/changes`
    await unlessChanged(() => cast[by].act(keyOf('mentions', name), 'POST', path, body))
  }
}
