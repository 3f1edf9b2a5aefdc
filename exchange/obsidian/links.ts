import { foldPath } from '../archive.ts'

/** Finds files of a vault by the ways in which a page can name them. */
export interface Targets<Item> {
  /** `ambiguous`: several files fit, none of them better than the others. */
  find(name: string, from: string): Item | 'ambiguous' | undefined
}

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))
const baseOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Resolves `.` and `..`; undefined for a path that leaves the vault. */
const joined = (folder: string, path: string): string | undefined => {
  const parts = folder === '' ? [] : folder.split('/')
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}

interface Named<Item> {
  path: string
  item: Item
}

/** Resolves a name that several files have: to the one at the root, or else to the one next to the page. */
const nearest = <Item>(all: readonly Named<Item>[], from: string): Item | 'ambiguous' | undefined => {
  const [only, ...more] = all
  if (!only || more.length === 0) return only?.item
  const atRoot = all.filter(({ path }) => !path.includes('/'))
  const near = all.filter(({ path }) => folderOf(path) === folderOf(from))
  for (const some of [atRoot, near]) if (some.length === 1 && some[0]) return some[0].item
  return 'ambiguous'
}

/** `items` by their paths, without the ending of Markdown; `aliases` are further names. */
export const targetsOf = <Item>(
  items: readonly Named<Item>[],
  aliases: readonly { name: string; of: Named<Item> }[] = [],
): Targets<Item> => {
  const folded = items.map(({ path, item }) => ({ path: foldPath(path), item }))
  const byPath = new Map(folded.map((each) => [each.path, each.item]))
  const byName = Map.groupBy(folded, ({ path }) => baseOf(path))
  const byAlias = Map.groupBy(aliases, ({ name }) => foldPath(name))
  return {
    find(written, fromPath) {
      const [name, from] = [foldPath(written).replace(/\.(?:md|markdown)$/, ''), foldPath(fromPath)]
      // A path that begins with a dot is relative to the page, not to the vault.
      const path = /^\.\.?\//.test(name) ? undefined : joined('', name)
      const relative = joined(folderOf(from), name)
      const exact = (path && byPath.get(path)) ?? (relative && byPath.get(relative))
      if (exact !== undefined && exact !== '') return exact
      const named = byName.get(baseOf(name)) ?? []
      const fitting = named.filter((each) => each.path === name || each.path.endsWith(`/${name}`))
      if (fitting.length > 0) return nearest(fitting, from)
      return nearest(
        (byAlias.get(name) ?? []).map(({ of }) => ({ path: foldPath(of.path), item: of.item })),
        from,
      )
    },
  }
}
