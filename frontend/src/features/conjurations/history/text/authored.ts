import { type Op, opLength } from '#domain/text-ops.ts'
import type { Author } from '#projections/text-answers.ts'

/** Characters of one author and minute. The reader may not be allowed to know the author. */
export interface Run extends Author {
  words: string
}

const part = (op: Op, from: number, length: number): Op =>
  typeof op.insert === 'string' ? { ...op, insert: op.insert.slice(from, from + length) } : op

/** Marks each piece of a text with the number of its author's run, as an additional attribute. */
export const authored = (ops: readonly Op[], authors: readonly Author[]): { ops: Op[]; runs: Run[] } => {
  const runs = authors.map((author): Run => ({ ...author, words: '' }))
  const marked: Op[] = []
  let [number, left] = [0, runs[0]?.length ?? Number.POSITIVE_INFINITY]
  for (const op of ops) {
    const length = opLength(op)
    for (let from = 0; from < length; ) {
      while (left === 0) left = runs[++number]?.length ?? Number.POSITIVE_INFINITY
      const piece = part(op, from, Math.min(left, length - from))
      const run = runs[number]
      if (run && typeof piece.insert === 'string') run.words += piece.insert
      marked.push({ ...piece, attributes: { ...op.attributes, run: number } })
      from += opLength(piece)
      left -= opLength(piece)
    }
  }
  return { ops: marked, runs }
}

/** Returns the share of each author, largest first. Authors that the reader may not know share one entry without a name. */
export const sharesOf = (runs: readonly Run[]): { name: string; share: number }[] => {
  const letters = new Map<string, number>()
  const sizeOf = ({ words }: Run) => words.replace(/\s/g, '').length
  for (const run of runs) {
    const name = run.userId ? (run.name ?? 'Somebody') : ''
    letters.set(name, (letters.get(name) ?? 0) + sizeOf(run))
  }
  const all = [...letters.values()].reduce((sum, one) => sum + one, 0)
  return [...letters]
    .filter(([, size]) => size > 0)
    .map(([name, size]) => ({ name, share: size / all }))
    .toSorted((a, b) => b.share - a.share)
}
