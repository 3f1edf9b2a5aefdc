import { useEffect, useState } from 'react'

/** Returns the shown image: the next one replaces it once it is decoded, so that nothing flickers. */
export const useShown = (uri: string): string | undefined => {
  const [shown, setShown] = useState<string>()
  useEffect(() => {
    let isWanted = true
    const picture = new Image()
    picture.src = uri
    const show = () => isWanted && setShown(uri)
    // The page handles images that fail to decode.
    picture.decode().then(show, show)
    return () => {
      isWanted = false
    }
  }, [uri])
  return shown
}
