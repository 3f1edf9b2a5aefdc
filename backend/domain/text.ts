import { z } from 'zod'

/** Bytes of a letter in JSON: any that can be shown has at most three for each unit that JavaScript counts, others six. */
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
