import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Banners } from './Banners.tsx'
import { NeedsCampaign } from './NeedsCampaign.tsx'
import { Overlays } from './Overlays.tsx'
import { Sidebar } from './Sidebar.tsx'
import classes from './shell.module.css'
import { TopBar } from './TopBar.tsx'
import { useScrollMemory } from './use-scroll-memory.ts'

const PhoneMenu = lazy(async () => ({ default: (await import('./PhoneMenu.tsx')).PhoneMenu }))

/** Everything around a signed-in screen. On a phone the sidebar is a drawer. */
export const Shell = () => {
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
      <div className={classes.columns}>
        {!isPhone && <Sidebar />}
        {isPhone && isAsked && (
          <Suspense>
            <PhoneMenu opened={isOpen} onClose={drawer.close} />
          </Suspense>
        )}
        <div className={classes.main}>
          <TopBar onMenu={openMenu} />
          <main className={classes.content} id="content" ref={content} tabIndex={-1}>
            <NeedsCampaign />
          </main>
        </div>
      </div>
      <Overlays />
    </div>
  )
}
