import { lazy } from 'react'
import { useMe } from '../../data/me.ts'
import { Part } from '../../ui/Part.tsx'
import { Layout, type LayoutProps } from './Layout.tsx'
import { TopBar } from './TopBar.tsx'

const RenewalBanner = lazy(async () => ({ default: (await import('./RenewalBanner.tsx')).RenewalBanner }))

interface Props extends Omit<LayoutProps, 'top'> {
  /** Stands on a phone in place of the campaign's name. */
  title?: string | undefined
}

/** What is around a signed-in screen. */
export const Around = ({ title, banner, ...layout }: Props) => {
  const renews = useMe().plans.some((term) => term.renews)
  return (
    <Layout
      {...layout}
      top={(onMenu) => <TopBar title={title} onMenu={onMenu} />}
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
