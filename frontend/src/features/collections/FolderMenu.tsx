import { lazy, Suspense, useState } from 'react'
import { FolderMenuButton } from './FolderMenuButton.tsx'
import type { FolderMenuActs } from './FolderMenuOpen.tsx'

const load = async () => ({ default: (await import('./FolderMenuOpen.tsx')).FolderMenuOpen })
const FolderMenuOpen = lazy(load)

/** The menu itself is fetched when it is pointed at or opened. */
export const FolderMenu = (acts: FolderMenuActs) => {
  const [isAsked, setAsked] = useState(false)
  const button = (
    <FolderMenuButton phoneOnly={!acts.mine} onPointerEnter={() => void load()} onClick={() => setAsked(true)} />
  )
  if (!isAsked) return button
  return (
    <Suspense fallback={button}>
      <FolderMenuOpen {...acts} />
    </Suspense>
  )
}
