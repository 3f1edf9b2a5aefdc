import { inflateSync } from 'node:zlib'

/** The contents of the streams of a PDF, decompressed. */
const streamsOf = (pdf: Buffer): string[] =>
  [...pdf.toString('latin1').matchAll(/<<((?:(?!endobj)[\s\S])*?)>>\s*stream\r?\n/g)].map((found) => {
    const [whole, head = ''] = found
    const from = found.index + whole.length
    const bytes = pdf.subarray(from, from + Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0))
    return (head.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1')
  })

const codeOf = (hex = '') => Number.parseInt(hex, 16)

/** Characters by glyph. The subset fonts of one family number their glyphs alike. */
const charactersIn = (streams: readonly string[]): Map<number, string> => {
  const characters = new Map<number, string>()
  for (const map of streams.filter((stream) => stream.includes('begincmap'))) {
    for (const [, glyph, character] of map.matchAll(/^<(\w\w)> <(\w{4})>$/gm))
      characters.set(codeOf(glyph), String.fromCharCode(codeOf(character)))
    for (const [, from, to, first] of map.matchAll(/^<(\w\w)> <(\w\w)> <(\w{4})>$/gm))
      for (let glyph = codeOf(from); glyph <= codeOf(to); glyph++)
        characters.set(glyph, String.fromCharCode(codeOf(first) + glyph - codeOf(from)))
  }
  return characters
}

/** The texts of a PDF that this program drew, in the order of drawing. */
export const pdfTexts = (pdf: Buffer): string[] => {
  const streams = streamsOf(pdf)
  const characters = charactersIn(streams)
  return streams.flatMap((stream) =>
    [...stream.matchAll(/^BT$([\s\S]*?)^ET$/gm)].map(([, text = '']) =>
      [...text.matchAll(/<(\w\w)> Tj/g)].map(([, glyph]) => characters.get(codeOf(glyph)) ?? '?').join(''),
    ),
  )
}
