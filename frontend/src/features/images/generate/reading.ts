import type { PromptReading } from '#domain/prompt-readings.ts'

/** More are not said aloud. */
const said = 12

const listed = (words: readonly string[], limit = words.length): string => {
  const more = words.length - limit
  return words.slice(0, limit).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** What a model draws of the words, in a line. */
export const drawnWords = ({ understood }: PromptReading): string =>
  understood.length > 0 ? listed(understood) : 'none of these words: the picture will be of its own making'

export const leftWords = ({ ignored }: PromptReading, limit?: number): string => listed(ignored, limit)

/** What a screen reader is told once the reading is there: only what somebody would want to change. */
export const announced = (name: string, reading: PromptReading, better: string | undefined): string =>
  [
    !reading.suits && (better ? `${better} suits this prompt better than ${name}.` : `${name} is not made for this.`),
    reading.ignored.length > 0 && `${name} leaves out ${leftWords(reading, said)}.`,
  ]
    .filter(Boolean)
    .join(' ')
