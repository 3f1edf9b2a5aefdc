const slashesBefore = (line: string, at: number): number => {
  let from = at
  while (line[from - 1] === '\\') from--
  return at - from
}

/**
 * Positions of code spans in a line: each run of backticks ends at the next run of the same length. The first backtick after a backslash
 * opens none.
 */
export const codeSpans = (line: string): [number, number][] => {
  const runs = [...line.matchAll(/`+/g)].map(({ 0: ticks, index: start }) => {
    const end = start + ticks.length
    const from = start + (slashesBefore(line, start) % 2)
    return { start, from, end }
  })
  const nextOf = new Map<number, number>()
  const partner = runs.map(() => -1)
  for (let n = runs.length - 1; n >= 0; n--) {
    const { start, from, end } = runs[n] as (typeof runs)[number]
    partner[n] = from === end ? -1 : (nextOf.get(end - from) ?? -1)
    nextOf.set(end - start, n)
  }
  const spans: [number, number][] = []
  for (let n = 0; n < runs.length; n++) {
    const last = partner[n] ?? -1
    if (last < 0) continue
    spans.push([(runs[n] as (typeof runs)[number]).from, (runs[last] as (typeof runs)[number]).end])
    n = last
  }
  return spans
}

/** Applies a change to the text of a line outside of its code. */
export const outsideCode = (line: string, change: (text: string) => string): string => {
  let result = ''
  let at = 0
  for (const [from, to] of codeSpans(line)) {
    result += change(line.slice(at, from)) + line.slice(from, to)
    at = to
  }
  return result + change(line.slice(at))
}
