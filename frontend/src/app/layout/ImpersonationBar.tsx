import { IconShield } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { forgetDrafts } from '../../base/drafts.ts'
import { messageOf } from '../../base/problem.ts'
import { endingSession } from '../../base/session.ts'
import { useStopImpersonatingMutation } from '../../data/platform.ts'
import classes from '../../ui/banners.module.css'
import { toast } from '../../ui/toast.ts'

/**
 * Names the impersonated account, with a way out, above everything: also above dialogs, drawers and full-screen images,
 * which all begin below it.
 */
export const ImpersonationBar = ({ id, username }: { id: string; username: string }) => {
  const [stop] = useStopImpersonatingMutation()
  const [isStopping, setStopping] = useState(false)
  const host = useHost()
  const bar = useOnTop()
  const run = async () => {
    setStopping(true)
    const isOver = await endingSession(async () => {
      const { error } = await stop()
      if (error) {
        toast.error(messageOf(error, 'Failed to stop impersonating'))
        return false
      }
      forgetDrafts(localStorage, id)
      location.assign('/admin/users')
      return true
    })
    if (!isOver) setStopping(false)
  }
  return createPortal(
    <div
      ref={bar}
      popover="manual"
      className={`${classes.banner} ${classes.bar}`}
      data-kind="impersonation"
      role="status"
    >
      <IconShield size={15} aria-hidden="true" />
      <span className={classes.barText}>
        You are impersonating <bdi>{username}</bdi>.
      </span>
      <button type="button" className={classes.action} disabled={isStopping} onClick={() => void run()}>
        Stop Impersonating
      </button>
    </div>,
    host,
  )
}

/** A host next to the page's root: modal layers make everything inside the root inert. */
const useHost = () => {
  const [host] = useState(() => document.createElement('div'))
  useLayoutEffect(() => {
    document.documentElement.append(host)
    return () => host.remove()
  }, [host])
  return host
}

/** Puts the bar into the browser's top layer, where the last element wins, and its height into a CSS variable. */
const useOnTop = () => {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = bar.current
    if (!element) return
    const root = document.documentElement
    const measure = () => root.style.setProperty('--ll-bar', `${element.offsetHeight}px`)
    const show = () => {
      if (element.matches(':popover-open')) element.hidePopover()
      element.showPopover()
    }
    show()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    document.addEventListener('fullscreenchange', show)
    return () => {
      sizes.disconnect()
      document.removeEventListener('fullscreenchange', show)
      root.style.removeProperty('--ll-bar')
    }
  }, [])
  return bar
}
