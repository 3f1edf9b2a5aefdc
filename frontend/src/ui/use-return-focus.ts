import { useEffect, useState } from 'react'

/** For a layer that is there only while it is open: gives the focus back to what had it before, if that is still there. */
export const useReturnFocus = (): void => {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    },
    [before],
  )
}
