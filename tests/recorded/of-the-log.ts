import { expect } from 'vitest'
import type { Answers } from './log.ts'

/** What can be drawn is a version's, not the log's. */
const catalogue = '/api/models/images'

/** Maps were found among pictures then. */
const found = expect.stringMatching(/^(IMAGE|MAP)$/)

/** Everybody who saw a picture read its prompts then; now those who may edit it do. */
const prompts = new Set(['prompt', 'negativePrompt'])
const sameOrWithheld = (value: unknown) => expect.toSatisfy((now: unknown) => now === null || now === value)

/** The history of an entry had no lines of its pictures then. */
const withPictures = (was: unknown) =>
  expect.toSatisfy((now: { picture?: object }[]) => {
    expect(now.filter(({ picture }) => !picture)).toMatchObject(was as object)
    return true
  })

/** Somebody's recorded answers, as far as they are the log's to say: models are described as they are now. */
export const ofTheLog = ({ [catalogue]: _, ...was }: Answers[string] = {}): Answers[string] =>
  JSON.parse(JSON.stringify(was), (key, value) => {
    if (/^\/api\/conjurations\/.*\/history$/.test(key) && value.data)
      return { ...value, data: withPictures(value.data) }
    if (key === 'imageModel' && value !== null) return { id: value.id, name: value.name }
    if (prompts.has(key) && value !== null) return sameOrWithheld(value)
    // Search described a picture by its prompt.
    if (value?.kind === found && 'description' in value) return { ...value, description: expect.any(String) }
    return key === 'kind' && value === 'IMAGE' ? found : value
  })
