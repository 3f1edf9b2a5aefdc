export interface Token {
  kind: 'key' | 'text' | 'number' | 'word' | 'mark'
  text: string
}

export interface JsonLine {
  depth: number
  tokens: Token[]
  /** The key at the beginning of the line. */
  key: string | undefined
}

const mark = (text: string): Token => ({ kind: 'mark', text })

const scalar = (value: unknown): Token => {
  if (typeof value === 'string') return { kind: 'text', text: JSON.stringify(value) }
  if (typeof value === 'number') return { kind: 'number', text: String(value) }
  return { kind: 'word', text: String(value) }
}

const entriesOf = (value: object): [string | undefined, unknown][] =>
  Array.isArray(value)
    ? value.map((entry) => [undefined, entry])
    : Object.entries(value).filter(([, entry]) => entry !== undefined)

/** Returns the lines of `JSON.stringify(value, null, 2)` as tokens, which are coloured by kind. */
export const jsonLines = (value: unknown, depth = 0, key?: string, after = ''): JsonLine[] => {
  const lead = key === undefined ? [] : [{ kind: 'key' as const, text: JSON.stringify(key) }, mark(': ')]
  const tail = after ? [mark(after)] : []
  const line = (tokens: Token[]): JsonLine => ({ depth, tokens: [...lead, ...tokens, ...tail], key })
  if (typeof value !== 'object' || value === null) return [line([scalar(value)])]

  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const entries = entriesOf(value)
  if (entries.length === 0) return [line([mark(open + close)])]
  return [
    { depth, tokens: [...lead, mark(open)], key },
    ...entries.flatMap(([name, entry], i) => jsonLines(entry, depth + 1, name, i < entries.length - 1 ? ',' : '')),
    { depth, tokens: [mark(close), ...tail], key: undefined },
  ]
}
