import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  campaignColourOf,
  greatestZoom,
  rimColours,
  rounded,
  TokenLook,
  TokenRim,
  tokenSquare,
} from '#domain/tokens.ts'

const length = fc.integer({ min: 1, max: 4000 })
const share = fc.double({ min: 0, max: 1, noNaN: true })
const zoom = fc.double({ min: 1, max: greatestZoom, noNaN: true })

describe('where a token is cut', () => {
  it('never leaves the picture, wherever its centre is', () =>
    fc.assert(
      fc.property(length, length, share, share, zoom, (width, height, x, y, zoom) => {
        const { left, top, side } = tokenSquare({ width, height }, { x, y, zoom })
        expect(side).toBeGreaterThanOrEqual(1)
        expect(left).toBeGreaterThanOrEqual(0)
        expect(top).toBeGreaterThanOrEqual(0)
        expect(left + side).toBeLessThanOrEqual(width)
        expect(top + side).toBeLessThanOrEqual(height)
      }),
    ))
  it('is the whole of a square picture, and a part of it when zoomed', () => {
    expect(tokenSquare({ width: 1024, height: 1024 }, { x: 0.5, y: 0.5, zoom: 1 })).toEqual({
      left: 0,
      top: 0,
      side: 1024,
    })
    expect(tokenSquare({ width: 832, height: 1216 }, { x: 0.5, y: 0.4, zoom: 2 })).toEqual({
      left: 208,
      top: 278,
      side: 416,
    })
  })
})

it('a look is rounded, so that equal ones are equal', () => {
  const look = rounded({ x: 0.123456789, y: 1 / 3, zoom: 1.23456, rim: 'wood' })
  expect(look).toEqual({ x: 0.1235, y: 0.3333, zoom: 1.235, rim: 'wood' })
  expect(TokenLook.safeParse({ ...look, zoom: 0.5 }).success).toBe(false)
  expect(TokenLook.safeParse({ ...look, rim: 'lead' }).success).toBe(false)
})

it('every rim but none has colours, and one of them is the campaign’s', () => {
  const colour = campaignColourOf('0198c0de-0000-7000-8000-00000000abcd')
  expect(TokenRim.options.filter((rim) => rimColours(rim, colour).length === 0)).toEqual(['none'])
  expect(rimColours('campaign', colour)).toEqual([colour])
})
