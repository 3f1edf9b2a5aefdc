import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { type ComponentType, lazy, type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useMe } from '../../data/me.ts'
import { Part } from '../../ui/Part.tsx'
import { Banners } from './Banners.tsx'
import classes from './shell.module.css'
import { TopBar } from './TopBar.tsx'
import { useScrollMemory } from './use-scroll-memory.ts'

const RenewalBanner = lazy(async () => ({ default: (await import('./RenewalBanner.tsx')).RenewalBanner }))
const PhoneMenu = lazy(async () => ({ default: (await import('./PhoneMenu.tsx')).PhoneMenu }))

interface Props {
  /** The way about: beside the screen, and on a phone in a drawer. */
  Side: ComponentType<{ isDrawer?: boolean }>
  /** Stands on a phone in place of the campaign's name. */
  title?: string | undefined
  /** What is to be known of all that the screen shows. */
  banner?: ReactNode
  children: ReactNode
}

/** What is around a signed-in screen. */
export const Around = ({ Side, title, banner, children }: Props) => {
  const [isOpen, drawer] = useDisclosure(false)
  const renews = useMe().plans.some((term) => term.renews)
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
      {renews && (
        <Part>
          <RenewalBanner />
        </Part>
      )}
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
          <TopBar title={title} onMenu={openMenu} />
          <main className={classes.content} id="content" ref={content} tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
    </div>
  )
}
