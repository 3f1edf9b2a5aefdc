import { invalid } from './errors.ts'

/** Parameters as they are sent: text, lists and records of them. */
export type Given = string | Given[] | { [name: string]: Given }

const mostFields = 1_000
const deepest = 10

const pathOf = (name: string): string[] => {
  const [, first = '', rest = ''] = /^([^[]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? []
  if (first === '') throw invalid(`Invalid parameter name: ${name.slice(0, 100)}`)
  return [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, part = '']) => part)]
}

type Tree = Map<string, Tree | string>

const put = (tree: Tree, [first = '', ...rest]: string[], value: string): void => {
  const key = first === '' ? String(tree.size) : first
  const below = tree.get(key)
  if (rest.length === 0) tree.set(key, value)
  else if (below instanceof Map) put(below, rest, value)
  else {
    const made: Tree = new Map()
    tree.set(key, made)
    put(made, rest, value)
  }
}

const isList = (keys: string[]) => keys.length > 0 && keys.every((key) => /^\d+$/.test(key))

const built = (tree: Tree | string): Given => {
  if (typeof tree === 'string') return tree
  const entries = [...tree].map(([key, value]) => [key, built(value)] as const)
  return isList(entries.map(([key]) => key)) ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}

/** Parses the parameters of a body or a query, such as `items[0][price]=…&expand[]=…`. */
export function readForm(text: string): Record<string, Given> {
  const root: Tree = new Map()
  let fields = 0
  for (const [name, value] of new URLSearchParams(text)) {
    const path = pathOf(name)
    if (++fields > mostFields || path.length > deepest) throw invalid('Too many parameters.')
    put(root, path, value)
  }
  return Object.fromEntries([...root].map(([key, value]) => [key, built(value)]))
}
