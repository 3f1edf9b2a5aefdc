/**
 * Encodes a text as a websocket frame from a server (RFC 6455, section 5.2): whole, unmasked, uncompressed. It is equal
 * for every socket, so a broadcast is encoded once.
 */
export const frameOf = (text: string): Buffer => {
  const size = Buffer.byteLength(text)
  const head = headOf(size)
  const frame = Buffer.allocUnsafe(head.length + size)
  frame.set(head)
  frame.write(text, head.length)
  return frame
}

const wholeText = 0x81

const headOf = (size: number): Buffer => {
  if (size < 126) return Buffer.from([wholeText, size])
  const head = Buffer.from([wholeText, size < 65_536 ? 126 : 127, 0, 0, ...(size < 65_536 ? [] : [0, 0, 0, 0, 0, 0])])
  if (size < 65_536) head.writeUInt16BE(size, 2)
  else head.writeBigUInt64BE(BigInt(size), 2)
  return head
}
