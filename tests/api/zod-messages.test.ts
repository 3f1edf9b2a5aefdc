import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { zodMessages } from '../../backend/http/zod-messages.ts'

beforeAll(() => z.config({ customError: zodMessages }))
afterAll(() => z.config({ customError: undefined }))

const said = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

const Request = z.object({
  campaignId: z.string().optional(),
  name: z.string().max(200).min(2),
  count: z.number().int().min(1).max(3).optional(),
  imageIds: z.array(z.uuid()).max(2).optional(),
  w: z.enum(['320', '640']).optional(),
  prompt: z.string('Prompt must be provided').optional(),
})

test.each([
  [{}, 'Name is required'],
  [{ name: 7 }, 'Name must be text'],
  [{ name: 'x'.repeat(201) }, 'Name cannot exceed 200 characters'],
  [{ name: 'x' }, 'Name must be at least 2 characters'],
  [{ name: 'ok', campaignId: null }, 'Campaign id must be text'],
  [{ name: 'ok', count: 4 }, 'Count cannot exceed 3'],
  [{ name: 'ok', count: 1.5 }, 'Count must be a whole number'],
  [{ name: 'ok', imageIds: 'x' }, 'Image ids must be a list'],
  [{ name: 'ok', imageIds: ['x'] }, 'Image ids: not in the right form'],
  [{ name: 'ok', w: '99' }, 'W must be 320 or 640'],
])('%j is answered: %s', (request, message) => {
  expect(said(Request, request)).toBe(message)
})

test('what is no object at all is said of the request', () => {
  expect(said(Request, 'x')).toBe('This request must be an object')
})

test('a schema that has its own words keeps them', () => {
  expect(said(Request, { name: 'ok', prompt: 1 })).toBe('Prompt must be provided')
})
