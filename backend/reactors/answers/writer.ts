import type pg from 'pg'
import type { AnswerPart, ModelText } from '#domain/answers.ts'
import type { AnswerSource, ShownPart } from '#projections/conversation-messages.ts'
import { findPartialAnswer, savePartialAnswer } from '#projections/partial-answers.ts'

/** Maximum length of a topic's message; and the number of characters to collect, since a message for each word would be too many. */
const [pieceLimit, pieceLetters] = [2_000, 24]
/** Maximum delay of the stored partial answer, and of words that do not fill a piece yet, in milliseconds. */
const saveMs = 250
/** Gap between the offsets of two attempts: readers of an interrupted one notice it, and fetch the answer again. */
const betweenAttempts = 1_000_000

interface Ports {
  pool: pg.Pool
  answerId: string
  /** Publishes the next piece, and how many characters came before it. */
  publish: (at: number, text: string) => void
}

interface Shown {
  parts: ShownPart[]
  sources: AnswerSource[]
}

/** Publishes an answer as lines of JSON while it is written, and stores the partial answer for readers who open it midway. */
export const answerWriter = async ({ pool, answerId, publish }: Ports) => {
  const earlier = await findPartialAnswer(pool, answerId)
  let written = earlier ? earlier.written + betweenAttempts : 0
  let parts: AnswerPart[] = []
  let waiting = ''
  let saving: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let isEnded = false

  const publishLine = (value: object) => {
    const line = `${JSON.stringify(value)}\n`
    for (let from = 0; from < line.length; from += pieceLimit)
      publish(written + from, line.slice(from, from + pieceLimit))
    written += line.length
  }
  /** Ignores failures: readers who open the answer midway then see its text later. */
  const save = () => {
    saving = saving.then(() => savePartialAnswer(pool, answerId, { parts, written })).catch(() => undefined)
    return saving
  }
  const flush = () => {
    if (waiting === '') return
    publishLine({ text: waiting })
    const last = parts.at(-1)
    if (last?.kind === 'text') parts = [...parts.slice(0, -1), { ...last, text: last.text + waiting }]
    waiting = ''
  }
  if (earlier) await save()

  return {
    parts: () => parts,
    /** Adds complete parts, and publishes them as their reader sees them. */
    writeParts(more: readonly AnswerPart[], shown: Shown) {
      for (const part of shown.parts) publishLine({ part, sources: shown.sources })
      parts = [...parts, ...more]
    },
    /** Begins a model's text, or gives it further sources. */
    async writeSources(text: ModelText, shown: Shown) {
      flush()
      publishLine({ part: { ...shown.parts[0], text: '' }, sources: shown.sources })
      const last = parts.at(-1)
      parts = last?.kind === 'text' ? [{ ...text, text: last.text }] : [text]
      await save()
    },
    append(text: string) {
      // A model that ignores its signal may still deliver text.
      if (isEnded) return
      waiting += text
      if (waiting.length >= pieceLetters) flush()
      timer ??= setTimeout(() => {
        timer = undefined
        flush()
        void save()
      }, saveMs)
    },
    /** Publishes the remaining words and waits for the last save; later text is ignored. */
    async end() {
      isEnded = true
      clearTimeout(timer)
      flush()
      await saving
    },
  }
}
export type AnswerWriter = Awaited<ReturnType<typeof answerWriter>>
