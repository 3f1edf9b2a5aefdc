import { lazy, useState } from 'react'
import { Part } from '../../ui/Part.tsx'
import { CollectionMenuButton } from './CollectionMenuButton.tsx'
import type { CollectionMenuActs } from './CollectionMenuOpen.tsx'

const load = async () => ({ default: (await import('./CollectionMenuOpen.tsx')).CollectionMenuOpen })
const CollectionMenuOpen = lazy(load)

/** The menu itself is fetched when it is pointed at or opened. */
export const CollectionMenu = (acts: CollectionMenuActs) => {
  const [isAsked, setAsked] = useState(false)
  const button = (
    <CollectionMenuButton
      phoneOnly={!acts.mayMoveOut && !acts.mayImport && acts.folderId === undefined}
      onPointerEnter={() => void load()}
      onClick={() => setAsked(true)}
    />
  )
  if (!isAsked) return button
  return (
    <Part onFailed={() => setAsked(false)} fallback={button}>
      <CollectionMenuOpen {...acts} />
    </Part>
  )
}
