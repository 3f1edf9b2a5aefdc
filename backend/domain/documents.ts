import type { Refusals } from './decider.ts'

/** Limits of a document; a larger one is refused entirely. */
export const documentLimits = {
  pages: 1_000,
  /** Characters of its text. */
  letters: 1_000_000,
} as const

/** Ends each page in the text of a document that has pages. */
export const pageEnd = '\f'

const count = (value: unknown) => Number(value).toLocaleString('en')

/** Reasons why the text of a document cannot be read. */
export const documentRefusals = {
  document_type: [415, 'Only text (.txt), Markdown (.md), Word (.docx) and PDF files can be read here.'],
  document_broken: [422, 'This document is damaged and cannot be read. Please save or export it again and retry.'],
  document_encrypted: [422, 'This document is encrypted. Please save it without a password and retry.'],
  document_bomb: [
    422,
    'This document unpacks to far more than any text needs. Please save it again as a new document.',
  ],
  document_without_text: [
    422,
    'There is no text in this document. If its pages are scanned pictures, please run text recognition on it first.',
  ],
  document_too_many_pages: [
    422,
    ({ pages, most }) =>
      `This document has ${count(pages)} pages, and at most ${count(most)} can be read. Please split it.`,
  ],
  document_too_long: [
    422,
    ({ most }) => `This document has more than ${count(most)} characters of text. Please split it.`,
  ],
} as const satisfies Refusals
