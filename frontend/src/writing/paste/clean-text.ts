import { withoutControl } from '#domain/text-formats.ts'

/** Normalises pasted text: line ends as newlines, breaking spaces, no control characters. */
export const cleanText = (text: string): string => withoutControl(text.replace(/\r\n?/g, '\n').replace(/\u00a0/g, ' '))
