import { useEffect, useState } from 'react'

/** The picture that is shown: what is to come next takes its place once it is there, so that nothing flickers. */
export const useShown = (uri: string): string | undefined => {
  const [shown, setShown] = useState<string>()
  useEffect(() => {
    let isWanted = true
    const picture = new Image()
    picture.src = uri
    const show = () => isWanted && setShown(uri)
    // What cannot be decoded is the page's to show as it can.
    picture.decode().then(show, show)
    return () => {
      isWanted = false
    }
  }, [uri])
  return shown
}
