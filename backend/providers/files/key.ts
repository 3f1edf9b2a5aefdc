const segment = /^[a-z0-9_-][a-z0-9._-]*$/i

/** Throws unless every part of the key is a plain name without a leading dot: no key leads out of the store or to its dot folders. */
export function checkKey(key: string): string {
  if (key.length > 512 || !key.split('/').every((part) => segment.test(part)))
    throw new Error(`Not a file key: ${JSON.stringify(key)}`)
  return key
}
