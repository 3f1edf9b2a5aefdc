import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { imageModels } from '#domain/image-catalogue.ts'

const shown = imageModels.flatMap(({ sampleImageUris }) => sampleImageUris)

it.each(shown)('the sample %s is there', (uri) =>
  expect(existsSync(path.join(import.meta.dirname, '../../frontend/public', uri))).toBe(true),
)
