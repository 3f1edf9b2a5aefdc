import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { type ComponentType, lazy, type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useScrollMemory } from '../../base/use-scroll-memory.ts'
import { Part } from '../../ui/Part.tsx'
import { Banners } from './Banners.tsx'
import classes from './shell.module.css'

const PhoneMenu = lazy(async () => ({ default: (await import('./PhoneMenu.tsx')).PhoneMenu }))

export interface LayoutProps {
  /** The navigation: next to the screen, in a drawer on a phone. */
  Side: ComponentType<{ isDrawer?: boolean }>
  /** The bar above the screen; on a phone it opens the navigation. */
  Top: ComponentType<{ title?: string | undefined; onMenu: () => void }>
  /** Replaces the campaign's name on a phone. */
  title?: string | undefined
  /** A notice about everything on the screen. */
  banner?: ReactNode
  children: ReactNode
}

/** The layout around a screen. */
export const Layout = ({ Side, Top, title, banner, children }: LayoutProps) => {
  const [isOpen, drawer] = useDisclosure(false)
  // Loaded when first opened, because the program and the screen need the network until then.
  const [isRequested, setRequested] = useState(false)
  const openMenu = () => {
    setRequested(true)
    drawer.open()
  }
  const isPhone = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  const { pathname } = useLocation()
  const content = useRef<HTMLElement>(null)

  useEffect(() => drawer.close(), [pathname])
  useScrollMemory(content, 'screen')

  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <Banners />
      {banner}
      <div className={classes.columns}>
        {!isPhone && <Side />}
        {isPhone && isRequested && (
          <Part onFailed={drawer.close}>
            <PhoneMenu opened={isOpen} onClose={drawer.close}>
              <Side isDrawer />
            </PhoneMenu>
          </Part>
        )}
        <div className={classes.main}>
          <Top title={title} onMenu={openMenu} />
          <main className={classes.content} id="content" ref={content} tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
    </div>
  )
}
