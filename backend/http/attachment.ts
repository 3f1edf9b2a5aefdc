/**
 * A `Content-Disposition` header that saves under this name. RFC 6266: an ASCII name for old clients, the actual one
 * for others.
 */
export const attachment = (name: string): string => {
  const plain = name.replace(/[^\w .()-]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
