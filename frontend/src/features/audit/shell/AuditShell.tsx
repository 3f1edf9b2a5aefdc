import { ActionIcon } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconMenu2 } from '@tabler/icons-react'
import { Outlet } from 'react-router'
import { Layout } from '../../../app/layout/Layout.tsx'
import classes from '../../../app/layout/shell.module.css'
import { UserMenu } from '../../../app/layout/UserMenu.tsx'
import { AuditSidebar } from './AuditSidebar.tsx'

/** Around the audit screens: nothing of a campaign, for who reads here may belong to none. */
export const AuditShell = () => {
  const isPhone = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  return (
    <Layout
      Side={AuditSidebar}
      top={(onMenu) =>
        isPhone && (
          <header className={classes.top}>
            <ActionIcon aria-label="Open menu" onClick={onMenu}>
              <IconMenu2 size={20} />
            </ActionIcon>
            <span className={classes.phoneTitle}>Audit</span>
            <UserMenu />
          </header>
        )
      }
    >
      <Outlet />
    </Layout>
  )
}
