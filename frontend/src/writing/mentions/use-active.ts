import { useEffect, useState } from 'react'

/** The active suggestion: the one selected by arrow keys while it is listed, else the first. */
export const useActive = (found: readonly { id: string }[], typed: string) => {
  const [id, activate] = useState<string>()
  // A changed query selects the first suggestion.
  useEffect(() => activate(undefined), [typed])
  const active = Math.max(
    found.findIndex((one) => one.id === id),
    0,
  )
  const walk = (step: 1 | -1) => activate(found.at((active + step) % found.length)?.id)
  return { active, activate, walk }
}
