import { collectParts } from './kept-parts.ts'

const [image, extension, trailer] = [0x2c, 0x21, 0x3b]
const [plainText, control, application] = [0x01, 0xf9, 0xff]
/** Application extensions with the loop count. Others hold metadata such as XMP. */
const loops = ['NETSCAPE2.0', 'ANIMEXTS1.0']

/** Source: GIF89a specification, sections 18 to 27. */
export function gif(bytes: Buffer): Buffer {
  const byte = (at: number): number => {
    const value = bytes[at]
    if (value === undefined) throw new Error(`The file ends at ${at}`)
    return value
  }
  /** Returns the size of a colour table in bytes, by the flags that declare it. */
  const table = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0)
  const afterBlocks = (from: number): number => {
    let at = from
    while (byte(at) !== 0) at += 1 + byte(at)
    return at + 1
  }

  const start = 13 + table(byte(10))
  const parts = collectParts(bytes)
  parts.keep(0, start)
  for (let at = start; ; ) {
    const kind = byte(at)
    if (kind === trailer) return Buffer.concat([...parts.all(), Buffer.of(trailer)])
    if (kind !== image && kind !== extension) throw new Error(`There is no block at ${at}`)
    const end = kind === image ? afterBlocks(at + 11 + table(byte(at + 9))) : afterBlocks(at + 2)
    const label = byte(at + 1)
    const isLoop = label === application && loops.includes(bytes.toString('latin1', at + 3, at + 14))
    if (kind === image || label === control || label === plainText || isLoop) parts.keep(at, end)
    at = end
  }
}
