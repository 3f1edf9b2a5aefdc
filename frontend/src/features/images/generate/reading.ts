import type { PromptReading } from '#domain/prompt-readings.ts'

/** The most words announced to screen readers. */
const announcedWords = 12

const joinWords = (words: readonly string[], limit = words.length): string => {
  const more = words.length - limit
  return words.slice(0, limit).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** The words of a prompt that a model draws, in one line. */
export const understoodWords = ({ understood }: PromptReading): string =>
  understood.length > 0 ? joinWords(understood) : 'none of these words: the picture will be of its own making'

export const ignoredWords = ({ ignored }: PromptReading, limit?: number): string => joinWords(ignored, limit)

/** The announcement for screen readers once the prompt is interpreted: only problems. */
export const announced = (name: string, reading: PromptReading, better: string | undefined): string =>
  [
    !reading.suits && (better ? `${better} suits this prompt better than ${name}.` : `${name} is not made for this.`),
    reading.ignored.length > 0 && `${name} leaves out ${ignoredWords(reading, announcedWords)}.`,
  ]
    .filter(Boolean)
    .join(' ')
