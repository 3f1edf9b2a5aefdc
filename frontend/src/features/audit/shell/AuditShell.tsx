import { ActionIcon } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconMenu2 } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { Banners } from '../../../app/layout/Banners.tsx'
import { PhoneMenu } from '../../../app/layout/PhoneMenu.tsx'
import classes from '../../../app/layout/shell.module.css'
import { UserMenu } from '../../../app/layout/UserMenu.tsx'
import { useScrollMemory } from '../../../app/layout/use-scroll-memory.ts'
import { AuditSidebar } from './AuditSidebar.tsx'

/** Around the audit screens: nothing of a campaign, for who reads here may belong to none. */
export const AuditShell = () => {
  const [isOpen, drawer] = useDisclosure(false)
  const isPhone = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  const { pathname } = useLocation()
  const content = useRef<HTMLElement>(null)

  useEffect(() => drawer.close(), [pathname])
  useScrollMemory(content)

  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <Banners />
      <div className={classes.columns}>
        {!isPhone && <AuditSidebar />}
        {isPhone && (
          <PhoneMenu opened={isOpen} onClose={drawer.close}>
            <AuditSidebar isDrawer />
          </PhoneMenu>
        )}
        <div className={classes.main}>
          {isPhone && (
            <header className={classes.top}>
              <ActionIcon aria-label="Open menu" onClick={drawer.open}>
                <IconMenu2 size={20} />
              </ActionIcon>
              <span className={classes.phoneTitle}>Audit</span>
              <UserMenu />
            </header>
          )}
          <main className={classes.content} id="content" ref={content} tabIndex={-1}>
            <Outlet />
          </main>
        </div>
      </div>
    </div>
  )
}
