import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

/** Passes on what comes, and knows its length and SHA-256 once it has ended. `onBytes` is called with each chunk's length. */
export const digesting = (onBytes: (bytes: number) => void = () => undefined) => {
  const hash = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, passed) {
      hash.update(chunk)
      bytes += chunk.length
      onBytes(chunk.length)
      passed(null, chunk)
    },
  })
  return { through, digest: () => ({ bytes, sha256: hash.digest('hex') }) }
}
