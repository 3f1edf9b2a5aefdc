import { hash } from 'node:crypto'

/** Which ids came by, in eight bytes of a hash each: so that those of ten million events fit into some hundred megabytes. */
export interface Seen {
  /** Returns true for a repeated id. Among ten million ids, a false positive occurs once in 300,000 logs. */
  add(id: string): boolean
}

export function createSeen(): Seen {
  let slots = new Uint32Array(2 << 16)
  let count = 0
  const put = (into: Uint32Array, high: number, low: number): boolean => {
    const mask = into.length / 2 - 1
    for (let at = (low & mask) >>> 0; ; at = (at + 1) & mask) {
      const [there, rest] = [into[2 * at], into[2 * at + 1]]
      if (there === high && rest === low) return true
      if (there !== 0 || rest !== 0) continue
      into[2 * at] = high
      into[2 * at + 1] = low
      return false
    }
  }
  const grow = () => {
    const larger = new Uint32Array(slots.length * 2)
    for (let at = 0; at < slots.length; at += 2)
      if (slots[at] !== 0 || slots[at + 1] !== 0) put(larger, slots[at] as number, slots[at + 1] as number)
    slots = larger
  }
  return {
    add(id) {
      const bytes = hash('sha1', id, 'buffer')
      const isOld = put(slots, bytes.readUInt32LE(0), bytes.readUInt32LE(4))
      if (!isOld && ++count * 3 > slots.length) grow()
      return isOld
    },
  }
}
