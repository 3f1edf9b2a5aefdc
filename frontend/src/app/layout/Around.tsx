import { lazy } from 'react'
import { useMe } from '../../data/me.ts'
import { Part } from '../../ui/Part.tsx'
import { Layout, type LayoutProps } from './Layout.tsx'
import { TopBar } from './TopBar.tsx'

const RenewalBanner = lazy(async () => ({ default: (await import('./RenewalBanner.tsx')).RenewalBanner }))

/** The shell of a signed-in screen. */
export const Around = ({ banner, ...layout }: Omit<LayoutProps, 'Top'>) => {
  const renews = useMe().plans.some((term) => term.renews)
  return (
    <Layout
      {...layout}
      Top={TopBar}
      banner={
        <>
          {renews && (
            <Part>
              <RenewalBanner />
            </Part>
          )}
          {banner}
        </>
      }
    />
  )
}
