import { useMe } from '../../data/me.ts'
import { lazyMenu } from '../../ui/LazyMenu.tsx'
import { UserButton } from './UserButton.tsx'

const LazyUserMenu = lazyMenu(async () => (await import('./UserMenuOpen.tsx')).UserMenuOpen)

export const UserMenu = () => {
  const { username } = useMe()
  return <LazyUserMenu renderButton={(props) => <UserButton username={username} {...props} />} />
}
