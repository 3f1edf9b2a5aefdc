const end = 0x06054b50
const entry = 0x02014b50
const endBytes = 22
const entryBytes = 46
const longestComment = 0xffff

/** The names in a ZIP archive's directory; undefined for what is none. Nothing is unpacked. Source: PKWARE's APPNOTE, 4.3. */
export function zipNames(bytes: Buffer): string[] | undefined {
  const at = directoryEnd(bytes)
  if (at === undefined) return undefined
  const count = bytes.readUInt16LE(at + 10)
  let place = bytes.readUInt32LE(at + 16)
  const names: string[] = []
  for (let n = 0; n < count; n++) {
    if (place + entryBytes > bytes.length || bytes.readUInt32LE(place) !== entry) return undefined
    const [name, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(place + field)) as [
      number,
      number,
      number,
    ]
    names.push(bytes.toString('utf8', place + entryBytes, place + entryBytes + name))
    place += entryBytes + name + extra + comment
  }
  return names
}

const directoryEnd = (bytes: Buffer): number | undefined => {
  const last = bytes.length - endBytes
  for (let at = last; at >= Math.max(0, last - longestComment); at--) if (bytes.readUInt32LE(at) === end) return at
  return undefined
}
