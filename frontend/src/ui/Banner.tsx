import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './banners.module.css'

export interface Banner {
  kind: 'offline' | 'realtime' | 'browser' | 'update' | 'unverified'
  icon: ReactNode
  text: string
  action?: { label: string; run: () => void; isDisabled?: boolean }
  onDismiss?: () => void
}

/** Reserves the height of a banner that is loading, so that the page does not move when it appears. */
export const AwaitedBanner = () => <div className={classes.banner} data-kind="unverified" aria-hidden="true" />

/** A bar across the screen; `children` are further buttons. */
export const BannerBar = ({ banner, children }: { banner: Banner; children?: ReactNode }) => (
  <div className={classes.banner} data-kind={banner.kind} role={banner.kind === 'realtime' ? 'alert' : 'status'}>
    {banner.icon}
    <span>{banner.text}</span>
    {banner.action && (
      <button
        type="button"
        className={classes.action}
        disabled={banner.action.isDisabled ?? false}
        onClick={banner.action.run}
      >
        {banner.action.label}
      </button>
    )}
    {children}
    {banner.onDismiss && (
      <button type="button" className={classes.close} aria-label="Dismiss" onClick={banner.onDismiss}>
        <IconX size={15} />
      </button>
    )}
  </div>
)
