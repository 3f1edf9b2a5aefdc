/** Limit of retained parts, far above that of real files. Each part costs some 100 bytes of memory, however short it is. */
const most = 10_000

/**
 * Collects the retained parts of a file. Adjacent parts are merged, so that millions of short ones cost nothing. Throws
 * beyond `most` parts.
 */
export const collectParts = (bytes: Buffer) => {
  const parts: Buffer[] = []
  let [from, to] = [0, 0]
  const add = (part: Buffer) => {
    if (part.length === 0) return
    if (parts.length >= most) throw new Error('The file has more parts than any can have')
    parts.push(part)
  }
  const endRun = () => {
    add(bytes.subarray(from, to))
    ;[from, to] = [0, 0]
  }
  return {
    keep(start: number, end: number) {
      if (to === start && to > from) to = end
      else {
        endRun()
        ;[from, to] = [start, end]
      }
    },
    /** Adds a part that is not in the file. */
    insert(part: Buffer) {
      endRun()
      add(part)
    },
    all(): Buffer[] {
      endRun()
      return parts
    },
  }
}
