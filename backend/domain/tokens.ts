import { z } from 'zod'

/** The rim of a token: two metals, wood, the campaign's colour, a plain line, or none. */
export const TokenRim = z.enum(['plain', 'gold', 'iron', 'wood', 'campaign', 'none'])
export type TokenRim = z.infer<typeof TokenRim>

/** Pixels across a token. */
export const tokenSize = 512
/** Width of the rim in pixels, inside the circle: 4 % of the diameter. */
export const rimWidth = tokenSize * 0.04
export const greatestZoom = 8

const share = z.number().min(0).max(1)
const zoom = z.number().min(1).max(greatestZoom)

/**
 * The cut of a token: the circle's centre as fractions of the picture, and the number of its diameters that fit across
 * the picture's shorter side.
 */
export const TokenCut = z.object({ x: share, y: share, zoom })
export type TokenCut = z.infer<typeof TokenCut>
export const TokenLook = TokenCut.extend({ rim: TokenRim })
export type TokenLook = z.infer<typeof TokenLook>

const to = (digits: number, value: number) => Number(value.toFixed(digits))
/** Rounds to visible precision, so that equal looks have equal numbers. */
export const rounded = ({ x, y, zoom, rim }: TokenLook): TokenLook => ({
  x: to(4, x),
  y: to(4, y),
  zoom: to(3, zoom),
  rim,
})

/** The permanent address of a token. */
export const tokenUri = (imageId: string, tokenId: string) => `/api/images/${imageId}/token/${tokenId}`

interface Size {
  width: number
  height: number
}

const within = (value: number, most: number) => Math.min(Math.max(value, 0), most)

/** The square around the circle, in whole pixels, within the picture. */
export const tokenSquare = ({ width, height }: Size, { x, y, zoom }: TokenCut) => {
  const side = Math.max(1, Math.round(Math.min(width, height) / zoom))
  const from = (share: number, length: number) => within(Math.round(share * length - side / 2), length - side)
  return { left: from(x, width), top: from(y, height), side }
}

/** Colours of campaigns. */
export const CampaignColour = z.enum([
  '#e0a44c',
  '#93b9df',
  '#6fc6ae',
  '#f0a274',
  '#c8a9d6',
  '#a3c58d',
  '#f2937f',
  '#cdbfab',
])
export type CampaignColour = z.infer<typeof CampaignColour>

/** The colour of a campaign, derived from its id. */
export const campaignColourOf = (campaignId: string): CampaignColour =>
  CampaignColour.options[Number.parseInt(campaignId.slice(-4), 16) % CampaignColour.options.length] ?? '#e0a44c'

/** The colours of a rim from its lit to its dark side; empty for no rim. */
export const rimColours = (rim: TokenRim, campaignColour: string): readonly string[] => {
  if (rim === 'campaign') return [campaignColour]
  return {
    plain: ['#2b2119'],
    gold: ['#f7dd95', '#c8953a', '#7d5719', '#e3b75f'],
    iron: ['#e6e9ec', '#939aa2', '#4d535a', '#c5cbd1'],
    wood: ['#9a673c', '#6a4325', '#402714', '#80522e'],
    none: [],
  }[rim]
}
