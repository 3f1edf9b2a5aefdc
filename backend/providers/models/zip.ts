import { crc32, deflateRawSync } from 'node:zlib'

interface Entry {
  name: string
  text: string
}

/** 1 January 1980: the earliest date that the format has, so that equal content gives equal bytes. */
const [noTime, firstDay] = [0, 33]
const versionNeeded = 20
const deflated = 8
const utf8Names = 0x0800

/** A zip archive of texts, as a 3MF file needs it. */
export const zipped = (entries: readonly Entry[]): Buffer => {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const { name, text } of entries) {
    const content = Buffer.from(text)
    const packed = deflateRawSync(content, { level: 6 })
    const title = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(versionNeeded, 0)
    common.writeUInt16LE(utf8Names, 2)
    common.writeUInt16LE(deflated, 4)
    common.writeUInt16LE(noTime, 6)
    common.writeUInt16LE(firstDay, 8)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(content.length, 18)
    common.writeUInt16LE(title.length, 22)
    const head = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, title])
    local.push(head, packed)
    const made = Buffer.alloc(2)
    made.writeUInt16LE(versionNeeded)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    central.push(Buffer.from('PK\x01\x02', 'latin1'), made, common, rest, title)
    offset += head.length + packed.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...local, directory, Buffer.from('PK\x05\x06', 'latin1'), end])
}
