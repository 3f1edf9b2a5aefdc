import { ActionIcon, Drawer } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconMenu2 } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { Banners } from '../../app/layout/Banners.tsx'
import shell from '../../app/layout/shell.module.css'
import { AdminSidebar } from './AdminSidebar.tsx'
import './admin.css'

/** Around the admin screens: the same frame as a campaign's, with its own way about and no campaign. */
export const AdminShell = () => {
  const [isOpen, drawer] = useDisclosure(false)
  const isPhone = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  const { pathname } = useLocation()
  const content = useRef<HTMLElement>(null)

  // Another screen closes the drawer and begins at its top.
  useEffect(() => {
    drawer.close()
    content.current?.scrollTo(0, 0)
  }, [pathname])

  return (
    <div className={shell.shell}>
      <a className={shell.skip} href="#content">
        Skip to content
      </a>
      <Banners />
      <div className={shell.columns}>
        {isPhone ? (
          <Drawer opened={isOpen} onClose={drawer.close} size={300} withCloseButton={false} padding={0} title="Menu">
            <AdminSidebar isDrawer />
          </Drawer>
        ) : (
          <AdminSidebar />
        )}
        <div className={shell.main}>
          {isPhone && (
            <header className={shell.top}>
              <ActionIcon aria-label="Open menu" onClick={drawer.open}>
                <IconMenu2 size={20} />
              </ActionIcon>
              <span className={shell.phoneTitle}>Admin</span>
            </header>
          )}
          <main className={shell.content} id="content" ref={content} tabIndex={-1}>
            <Outlet />
          </main>
        </div>
      </div>
    </div>
  )
}
