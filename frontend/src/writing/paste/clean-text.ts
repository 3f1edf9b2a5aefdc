import { withoutControl } from '#domain/text-formats.ts'

/** Words from anywhere as a text may hold them: lines ended by a newline alone, blanks that break, nothing unprintable. */
export const cleanText = (text: string): string => withoutControl(text.replace(/\r\n?/g, '\n').replace(/\u00a0/g, ' '))
