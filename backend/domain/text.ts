import { z } from 'zod'

/** Maximum of bytes per character in JSON: printable ones have at most three per UTF-16 unit, others six. */
const bytes = 3
const encoder = new TextEncoder()

/** A user's text of limited length. Its bytes are limited too, since events have a maximum size. */
export const text = (letters: number) =>
  z
    .string()
    .max(letters)
    .refine((written) => encoder.encode(JSON.stringify(written)).length <= bytes * letters + 2, {
      error: 'This text has too many characters that cannot be shown. Please take them out.',
    })
