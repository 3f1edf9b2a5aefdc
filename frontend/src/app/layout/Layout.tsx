import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { type ComponentType, lazy, type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Part } from '../../ui/Part.tsx'
import { Banners } from './Banners.tsx'
import classes from './shell.module.css'
import { useScrollMemory } from './use-scroll-memory.ts'

const PhoneMenu = lazy(async () => ({ default: (await import('./PhoneMenu.tsx')).PhoneMenu }))

export interface LayoutProps {
  /** The way about: beside the screen, and on a phone in a drawer. */
  Side: ComponentType<{ isDrawer?: boolean }>
  /** What stands above the screen; on a phone it opens the way about. */
  Top: ComponentType<{ title?: string | undefined; onMenu: () => void }>
  /** Stands on a phone in place of the campaign's name. */
  title?: string | undefined
  /** What is to be known of all that the screen shows. */
  banner?: ReactNode
  children: ReactNode
}

/** Where everything around a screen stands. */
export const Layout = ({ Side, Top, title, banner, children }: LayoutProps) => {
  const [isOpen, drawer] = useDisclosure(false)
  // Fetched once it is asked for: until then the program and the screen want the network.
  const [isAsked, setAsked] = useState(false)
  const openMenu = () => {
    setAsked(true)
    drawer.open()
  }
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
      {banner}
      <div className={classes.columns}>
        {!isPhone && <Side />}
        {isPhone && isAsked && (
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
