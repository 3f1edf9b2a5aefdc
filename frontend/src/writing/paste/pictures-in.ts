const data = /^data:(image\/(?:png|jpeg|webp|gif|avif));base64,([A-Za-z\d+/=\s]+)$/

/** More than anybody pastes at once. */
const most = 20

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}

const isElsewhere = (src: string, origin: string): boolean => {
  const address = URL.canParse(src, origin) ? new URL(src, origin) : undefined
  return address !== undefined && /^https?:$/.test(address.protocol) && address.origin !== origin
}

/** Images of a pasted page: embedded ones as files, and the number of those at external URLs. */
export const picturesIn = (html: string, origin: string): { files: File[]; elsewhere: number } => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const files: File[] = []
  let elsewhere = 0
  for (const image of body.querySelectorAll('img')) {
    const src = image.getAttribute('src') ?? ''
    const [, type = '', base64 = ''] = data.exec(src) ?? []
    const bytes = base64 ? bytesOf(base64) : undefined
    const extension = type.slice('image/'.length)
    if (bytes && files.length < most)
      files.push(new File([bytes], `Picture ${files.length + 1}.${extension}`, { type }))
    else if (bytes || isElsewhere(src, origin)) elsewhere++
  }
  return { files, elsewhere }
}
