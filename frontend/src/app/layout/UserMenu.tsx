import { lazy, useState } from 'react'
import { useMe } from '../../data/me.ts'
import { Part } from '../../ui/Part.tsx'
import { UserButton } from './UserButton.tsx'

const load = async () => ({ default: (await import('./UserMenuOpen.tsx')).UserMenuOpen })
const UserMenuOpen = lazy(load)

/** The menu itself is fetched when it is pointed at or opened: most visits never do. */
export const UserMenu = () => {
  const { username } = useMe()
  const [isAsked, setAsked] = useState(false)
  const button = <UserButton username={username} onPointerEnter={() => void load()} onClick={() => setAsked(true)} />
  return isAsked ? (
    <Part onFailed={() => setAsked(false)} fallback={button}>
      <UserMenuOpen />
    </Part>
  ) : (
    button
  )
}
