/** A writer of PDF 1.4 files, our own since only JPEGs, lines and short texts are needed. Lengths are in points from the lower left. */

export interface Jpeg {
  bytes: Uint8Array
  /** Pixels. */
  width: number
  height: number
}

interface Page {
  width: number
  height: number
  /** Operators of its content. Images are `/I0`, `/I1` and so on, by their index in the list; the font is `/F`. */
  content: string
}

const text = new TextEncoder()

const plain: Readonly<Record<string, string>> = { Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', ı: 'i', Œ: 'OE', œ: 'oe' }

/** Returns the characters that the standard fonts have (WinAnsi): missing accents are removed, other scripts are omitted. */
export const writable = (words: string): string =>
  [...words.normalize('NFC').replace(/\s+/g, ' ')]
    .map((letter) => plain[letter] ?? (letter.charCodeAt(0) <= 0xff ? letter : letter.normalize('NFKD')))
    .join('')
    .replace(/[^\x20-\x7e\xa0-\xff]/g, '')
    .trim()

/** A string of a content stream. Bytes above 127 are written as octal, so that the content stays ASCII. */
export const literal = (words: string): string =>
  `(${[...writable(words)]
    .map((letter) => {
      if ('()\\'.includes(letter)) return `\\${letter}`
      const code = letter.charCodeAt(0)
      return code < 0x7f ? letter : `\\${code.toString(8).padStart(3, '0')}`
    })
    .join('')})`

/** A PDF of pages that share images. */
export const writePdf = (pages: readonly Page[], images: readonly Jpeg[], title: string): Uint8Array<ArrayBuffer> => {
  const chunks: Uint8Array[] = []
  const offsets: number[] = []
  let length = 0
  const put = (part: string | Uint8Array) => {
    const bytes = typeof part === 'string' ? text.encode(part) : part
    chunks.push(bytes)
    length += bytes.length
  }
  const object = (...parts: (string | Uint8Array)[]) => {
    offsets.push(length)
    put(`${offsets.length} 0 obj\n`)
    for (const part of parts) put(part)
    put('\nendobj\n')
  }
  const [catalog, tree, font, firstImage] = [1, 2, 3, 4]
  const firstPage = firstImage + images.length
  put('%PDF-1.4\n')
  object(`<< /Type /Catalog /Pages ${tree} 0 R >>`)
  const kids = pages.map((_, i) => `${firstPage + 2 * i} 0 R`).join(' ')
  object(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`)
  object('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  for (const { bytes, width, height } of images)
    object(
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${bytes.length} >>\nstream\n`,
      bytes,
      '\nendstream',
    )
  const named = images.map((_, i) => `/I${i} ${firstImage + i} 0 R`).join(' ')
  for (const [i, { width, height, content }] of pages.entries()) {
    const resources = `<< /Font << /F ${font} 0 R >> /XObject << ${named} >> >>`
    object(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${width.toFixed(2)} ${height.toFixed(2)}] /Resources ${resources} /Contents ${firstPage + 2 * i + 1} 0 R >>`,
    )
    object(`<< /Length ${text.encode(content).length} >>\nstream\n${content}\nendstream`)
  }
  object(`<< /Title ${literal(title)} /Producer (Loreloom) >>`)
  const start = length
  put(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n`)
  for (const offset of offsets) put(`${String(offset).padStart(10, '0')} 00000 n \n`)
  put(
    `trailer\n<< /Size ${offsets.length + 1} /Root ${catalog} 0 R /Info ${offsets.length} 0 R >>\nstartxref\n${start}\n%%EOF\n`,
  )
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
