interface Archive {
  names: readonly string[]
  comment?: string
  /** How many entries it says it has, when that is not the truth. */
  count?: number
}

/** A ZIP archive of empty entries: local headers, the directory, its end. */
export const zip = ({ names, comment = '', count = names.length }: Archive): Buffer => {
  const locals = names.map((name) => {
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50)
    head.writeUInt16LE(Buffer.byteLength(name), 26)
    return Buffer.concat([head, Buffer.from(name)])
  })
  const entries = names.map((name) => {
    const head = Buffer.alloc(46)
    head.writeUInt32LE(0x02014b50)
    head.writeUInt16LE(Buffer.byteLength(name), 28)
    return Buffer.concat([head, Buffer.from(name)])
  })
  const [before, directory] = [Buffer.concat(locals), Buffer.concat(entries)]
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(before.length, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([before, directory, end, Buffer.from(comment)])
}
