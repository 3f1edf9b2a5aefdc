import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

/** A pass-through stream; `digest` returns the length and SHA-256 of its data, once, after the end. `onBytes` receives each chunk's length. */
export const createDigestStream = (onBytes: (bytes: number) => void = () => undefined) => {
  const hash = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      onBytes(chunk.length)
      done(null, chunk)
    },
  })
  return { through, digest: () => ({ bytes, sha256: hash.digest('hex') }) }
}
