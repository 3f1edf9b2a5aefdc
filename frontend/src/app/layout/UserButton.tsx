import type { ComponentProps } from 'react'
import { Avatar } from '../../ui/Avatar.tsx'
import classes from './shell.module.css'

/** Opens the account menu. */
export const UserButton = ({ username, className = '', ...rest }: { username: string } & ComponentProps<'button'>) => (
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
