import type { ComponentProps } from 'react'
import { useMe } from '../../data/me.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { lazyMenu } from '../../ui/LazyMenu.tsx'
import classes from './shell.module.css'

const LazyUserMenu = lazyMenu(async () => (await import('./UserMenuOpen.tsx')).UserMenuOpen)

/** Opens the account menu. */
const UserButton = ({ username, className = '', ...rest }: { username: string } & ComponentProps<'button'>) => (
  <button
    type="button"
    className={`${classes.user} ${className}`}
    aria-label={`Account of ${username}`}
    aria-haspopup="menu"
    {...rest}
  >
    <Avatar name={username} />
  </button>
)

export const UserMenu = () => {
  const { username } = useMe()
  return <LazyUserMenu renderButton={(props) => <UserButton username={username} {...props} />} />
}
