import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import {
  IconBrandDiscord,
  IconCheck,
  IconDeviceDesktop,
  IconLogout,
  IconMessage,
  IconMoon,
  IconSettings,
  IconShield,
  IconSun,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { isAdmin, isAuditor } from '#domain/roles.ts'
import { openOverlay } from '../../base/overlay.ts'
import { useMe } from '../../data/me.ts'
import { useAuthOptionsQuery } from '../../data/platform.ts'
import { useSignOut } from '../../data/sign-out.ts'
import type { OpenMenuProps } from '../../ui/LazyMenu.tsx'

const schemes = [
  { value: 'dark', label: 'Lamp (dark)', Icon: IconMoon },
  { value: 'light', label: 'Paper (light)', Icon: IconSun },
  { value: 'auto', label: 'As the system', Icon: IconDeviceDesktop },
] as const

/** The account's menu. */
export const UserMenuOpen = ({ renderButton, onClosed }: OpenMenuProps) => {
  const me = useMe()
  const signOut = useSignOut()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu defaultOpened onExitTransitionEnd={onClosed} position="bottom-end" width={230} shadow="md">
      <Menu.Target>{renderButton()}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{me.email}</Menu.Label>
        {!isAuditor(me.role) && <AccountItems />}
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
          {schemes.map(({ value, label, Icon }) => (
            <Menu.RadioItem
              key={value}
              value={value}
              checkIcon={<IconCheck size={15} />}
              rightSection={<Icon size={15} aria-hidden="true" />}
            >
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={15} />} onClick={() => void signOut()}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Links to other screens; auditors have none. */
const AccountItems = () => {
  const { role } = useMe()
  const discord = useAuthOptionsQuery().data?.links.discord
  return (
    <>
      <Menu.Item component={Link} to="/account-settings" leftSection={<IconSettings size={15} />}>
        Account Settings
      </Menu.Item>
      {isAdmin(role) && (
        <Menu.Item component={Link} to="/admin/users" leftSection={<IconShield size={15} />}>
          Admin
        </Menu.Item>
      )}
      {discord && (
        <Menu.Item
          component="a"
          href={discord}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconBrandDiscord size={15} />}
        >
          Discord
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconMessage size={15} />}
        onClick={() => openOverlay({ kind: 'support', type: 'Other' })}
      >
        Feedback
      </Menu.Item>
      <Menu.Divider />
    </>
  )
}
