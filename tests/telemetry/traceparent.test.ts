import { describe, expect, test } from 'vitest'
import { formatTraceparent, parseTraceparent } from '../../backend/telemetry/traceparent.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'

describe('traceparent', () => {
  test('is read and written', () => {
    const text = `00-${traceId}-${spanId}-01`
    expect(parseTraceparent(text)).toEqual({ traceId, spanId, traceFlags: 1 })
    expect(formatTraceparent({ traceId, spanId, traceFlags: 1 })).toBe(text)
    expect(formatTraceparent({ traceId, spanId, traceFlags: 2 })).toBe(`00-${traceId}-${spanId}-00`)
  })

  test('of a later version is read as far as it is known', () => {
    expect(parseTraceparent(`01-${traceId}-${spanId}-01-what-else`)).toMatchObject({ traceId })
  })

  test.each([
    ['nothing', undefined],
    ['words', 'hello'],
    ['a version that cannot be', `ff-${traceId}-${spanId}-01`],
    ['no trace', `00-${'0'.repeat(32)}-${spanId}-01`],
    ['no span', `00-${traceId}-${'0'.repeat(16)}-01`],
    ['capitals', `00-${traceId.toUpperCase()}-${spanId}-01`],
    ['something behind it', `00-${traceId}-${spanId}-01x`],
  ])('that is none is ignored: %s', (_name, text) => {
    expect(parseTraceparent(text)).toBeUndefined()
  })
})
