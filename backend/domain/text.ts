import { z } from 'zod'

/** Bytes of a letter in JSON: any that can be shown has at most three for each unit that JavaScript counts, others six. */
const bytes = 3
const encoder = new TextEncoder()

/** What people write, of at most so many letters: an event holds a bounded number of bytes, so they count too. */
export const text = (letters: number) =>
  z
    .string()
    .max(letters)
    .refine((written) => encoder.encode(JSON.stringify(written)).length <= bytes * letters + 2, {
      error: 'This text has too many characters that cannot be shown. Please take them out.',
    })
