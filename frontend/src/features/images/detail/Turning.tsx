import { ActionIcon } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import classes from './detail.module.css'
import type { Neighbours } from './use-neighbours.ts'

interface Props extends Pick<Neighbours, 'previous' | 'next'> {
  linkTo: (id: string) => string
  /** A layer covers the page and handles the keys. */
  isCovered: boolean
}

const ways = [
  { name: 'previous', label: 'Previous image', Icon: IconChevronLeft },
  { name: 'next', label: 'Next image', Icon: IconChevronRight },
] as const

/**
 * Opens the previous or next image, by button or arrow key. Each replaces the history entry, so that Back leads to the
 * gallery.
 */
export const Turning = ({ linkTo, isCovered, ...to }: Props) => {
  const navigate = useNavigate()
  const { state }: { state: { turned?: string } | null } = useLocation()
  const turn = (way: 'previous' | 'next') => () => {
    const row = to[way]
    if (row && !isCovered) void navigate(linkTo(row.id), { replace: true })
  }
  const nav = useRef<HTMLElement>(null)
  const turned = state?.turned
  // The focus moves to the same button of the new page.
  useEffect(() => {
    if (turned) nav.current?.querySelector<HTMLElement>(`[data-way='${turned}']`)?.focus()
  }, [turned])
  useHotkeys([
    ['ArrowLeft', turn('previous')],
    ['ArrowRight', turn('next')],
  ])
  return (
    <nav ref={nav} className={classes.turn} aria-label="Images around this one">
      {ways.map(({ name, label, Icon }) => {
        const row = to[name]
        return row ? (
          <ActionIcon
            key={name}
            component={Link}
            to={linkTo(row.id)}
            replace
            state={{ turned: name }}
            data-way={name}
            aria-label={label}
            title={label}
          >
            <Icon size={18} />
          </ActionIcon>
        ) : (
          <ActionIcon key={name} disabled aria-label={label}>
            <Icon size={18} />
          </ActionIcon>
        )
      })}
    </nav>
  )
}
