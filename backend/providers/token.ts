import sharp from 'sharp'
import { rimColours, rimWidth, type TokenCut, type TokenLook, tokenSize, tokenSquare } from '#domain/tokens.ts'

/** Zoom of a portrait's token, which shows only the face. */
const portraitZoom = 1.3

/**
 * Suggests a token cut around the focus of a picture: faces and salient areas of colour and light. Throws if it cannot
 * be decoded.
 */
export const suggestedCut = async (bytes: Uint8Array): Promise<TokenCut> => {
  const { width, height } = await sharp(bytes).metadata()
  // sharp searches for the focus only if it has to crop, so the proportions must differ from the picture's.
  const [across, down] = [Math.ceil(width * 0.5), Math.ceil(height * 0.6)]
  const { info } = await sharp(bytes)
    .resize(across, down, { fit: 'cover', position: sharp.strategy.attention })
    .toBuffer({ resolveWithObject: true })
  const scale = Math.max(across / width, down / height)
  const { attentionX = (width * scale) / 2, attentionY = (height * scale) / 2 } = info
  const share = (at: number, length: number) => Math.min(1, at / scale / length)
  return { x: share(attentionX, width), y: share(attentionY, height), zoom: height > width ? portraitZoom : 1 }
}

const half = tokenSize / 2
const svg = (body: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${tokenSize}" height="${tokenSize}">${body}</svg>`)

const rim = (colours: readonly string[]) => {
  const stops = colours.map(
    (colour, n) => `<stop offset="${n / Math.max(1, colours.length - 1)}" stop-color="${colour}"/>`,
  )
  const line = (radius: number) =>
    `<circle cx="${half}" cy="${half}" r="${radius}" fill="none" stroke="#000" stroke-opacity="0.45" stroke-width="1.5"/>`
  return svg(
    `<linearGradient id="rim" x1="0" y1="0" x2="1" y2="1">${stops.join('')}</linearGradient>
    <circle cx="${half}" cy="${half}" r="${half - rimWidth / 2}" fill="none" stroke="url(#rim)" stroke-width="${rimWidth}"/>
    ${line(half - 0.75)}${line(half - rimWidth)}`,
  )
}

/** A round PNG with transparent corners, `tokenSize` across. Throws if the picture cannot be decoded. */
export const drawToken = async (bytes: Uint8Array, look: TokenLook, campaignColour: string): Promise<Buffer> => {
  const { width, height } = await sharp(bytes).metadata()
  const { left, top, side } = tokenSquare({ width, height }, look)
  const colours = rimColours(look.rim, campaignColour)
  const square = await sharp(bytes)
    .extract({ left, top, width: side, height: side })
    .resize(tokenSize, tokenSize)
    .toColourspace('srgb')
    .ensureAlpha()
    .png()
    .toBuffer()
  return sharp(square)
    .composite([
      ...(colours.length > 0 ? [{ input: rim(colours) }] : []),
      { input: svg(`<circle cx="${half}" cy="${half}" r="${half}"/>`), blend: 'dest-in' as const },
    ])
    .png()
    .toBuffer()
}
