import { Drawer } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { Banners } from '../../app/layout/Banners.tsx'
import shell from '../../app/layout/shell.module.css'
import { TopBar } from '../../app/layout/TopBar.tsx'
import { AdminSidebar } from './AdminSidebar.tsx'

/** Around the admin screens: the same frame and top bar as a campaign's, with its own way about. */
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
          <TopBar {...(isPhone ? { title: 'Admin' } : {})} onMenu={drawer.open} />
          <main className={shell.content} id="content" ref={content} tabIndex={-1}>
            <Outlet />
          </main>
        </div>
      </div>
    </div>
  )
}
