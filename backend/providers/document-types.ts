import { wordType } from './stripped-types.ts'

export const pdfType = 'application/pdf'

/** Types of files whose text can be read. */
export const isReadable = (mime: string): boolean =>
  /^text\/(?:plain|markdown)$/.test(mime) || [pdfType, wordType].includes(mime)
