import { ActionIcon } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconMenu2 } from '@tabler/icons-react'
import { Outlet } from 'react-router'
import { AuditSidebar } from './AuditSidebar.tsx'
import { Layout } from './Layout.tsx'
import classes from './shell.module.css'
import { UserMenu } from './UserMenu.tsx'

/** The bar above the screen on a phone. On wider screens, the sidebar has its content. */
const AuditTop = ({ onMenu }: { onMenu: () => void }) => {
  const isPhone = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  return isPhone ? (
    <header className={classes.top}>
      <ActionIcon aria-label="Open menu" onClick={onMenu}>
        <IconMenu2 size={20} />
      </ActionIcon>
      <span className={classes.phoneTitle}>Audit</span>
      <UserMenu />
    </header>
  ) : null
}

/** The shell of audit screens, without a campaign, since auditors may belong to none. */
export const AuditShell = () => (
  <Layout Side={AuditSidebar} Top={AuditTop}>
    <Outlet />
  </Layout>
)
