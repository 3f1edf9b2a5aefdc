import { useEffect, useState } from 'react'

interface Shown {
  picture: HTMLImageElement
  /** True if its mean luminance is low: lines over it are then light. */
  isDark: boolean
}

const darkBelow = 72
/** Luminance of hidden areas, which must not reveal the map beneath. */
const fogLuminance = 14

const meanLuminance = (picture: HTMLImageElement): number => {
  const small = Object.assign(document.createElement('canvas'), { width: 16, height: 16 })
  const context = small.getContext('2d', { willReadFrequently: true })
  if (!context) return 255
  context.drawImage(picture, 0, 0, 16, 16)
  const { data } = context.getImageData(0, 0, 16, 16)
  const lit: number[] = []
  for (let at = 0; at < data.length; at += 4) {
    const luminance = 0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + 1] ?? 0) + 0.0722 * (data[at + 2] ?? 0)
    if (luminance > fogLuminance) lit.push(luminance)
  }
  return lit.length === 0 ? 255 : lit.reduce((sum, one) => sum + one / lit.length, 0)
}

/**
 * Loads an image; the previous one stays until it is loaded, so that nothing flickers. `failed` is true after an error,
 * until `again` is called.
 */
export const usePicture = (uri: string | null) => {
  const [shown, setShown] = useState<Shown>()
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(1)
  useEffect(() => {
    if (!uri) return
    let isWanted = true
    setFailed(false)
    const picture = new Image()
    picture.src = uri
    picture.decode().then(
      () => {
        if (isWanted) setShown({ picture, isDark: meanLuminance(picture) < darkBelow })
      },
      () => isWanted && setFailed(true),
    )
    return () => {
      isWanted = false
    }
  }, [uri, tries])
  return { shown, failed, again: () => setTries(tries + 1) }
}
