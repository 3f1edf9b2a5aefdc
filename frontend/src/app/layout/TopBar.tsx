import { ActionIcon } from '@mantine/core'
import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks'
import { IconMenu2, IconSearch, IconShield } from '@tabler/icons-react'
import { lazy, useEffect, useEffectEvent, useRef } from 'react'
import { Link } from 'react-router'
import { isAdmin } from '#domain/roles.ts'
import { useMe } from '../../data/me.ts'
import { useCampaign } from '../../data/selected-campaign.ts'
import { awaitSearch, bufferKeys, takeSearchWanted } from '../../ui/early-keys.ts'
import { Part } from '../../ui/Part.tsx'
import classes from './shell.module.css'
import { UserMenu } from './UserMenu.tsx'

/** Milliseconds; a closing layer returns the focus within less. */
const givingBackMs = 500

/** Opens a layer on focus, except when the focus returns from that layer or to the window. */
const useOpeningOnFocus = (open: () => void, isOpen: boolean): (() => void) => {
  const isBack = useRef(false)
  useEffect(() => {
    if (isOpen) isBack.current = true
    else {
      const timer = setTimeout(() => (isBack.current = false), givingBackMs)
      return () => clearTimeout(timer)
    }
  }, [isOpen])
  useEffect(() => {
    const away = () => (isBack.current = true)
    const back = () => setTimeout(() => (isBack.current = false), 0)
    addEventListener('blur', away)
    addEventListener('focus', back)
    return () => {
      removeEventListener('blur', away)
      removeEventListener('focus', back)
    }
  }, [])
  return () => {
    if (!isBack.current) open()
  }
}

const SearchModal = lazy(async () => ({ default: (await import('../../features/search/SearchModal.tsx')).SearchModal }))

/** `title` replaces the campaign's name on a phone. */
export const TopBar = ({ title, onMenu }: { title?: string | undefined; onMenu: () => void }) => {
  const [isSearching, search] = useDisclosure(false)
  const openSearch = () => {
    bufferKeys()
    search.open()
  }
  const onFocus = useOpeningOnFocus(openSearch, isSearching)
  const isPhone = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  const campaign = useCampaign()
  // A text editor with a selection handles the shortcut itself, for a link.
  const onSearchKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    event.preventDefault()
    openSearch()
  }
  useHotkeys([['mod+K', onSearchKey, { preventDefault: false }]], [], true)

  const openWanted = useEffectEvent(() => void (takeSearchWanted() && search.open()))
  useEffect(() => {
    openWanted()
    return awaitSearch
  }, [])

  return (
    <header className={classes.top}>
      {isPhone ? (
        <>
          <ActionIcon aria-label="Open menu" onClick={onMenu}>
            <IconMenu2 size={20} />
          </ActionIcon>
          <span className={classes.phoneTitle} dir="auto">
            {title ?? campaign?.name ?? 'Loreloom'}
          </span>
          <ActionIcon aria-label="Search" onClick={openSearch}>
            <IconSearch size={20} />
          </ActionIcon>
        </>
      ) : (
        <>
          <button
            type="button"
            className={classes.search}
            onClick={openSearch}
            onFocus={onFocus}
            aria-haspopup="dialog"
          >
            <IconSearch size={15} aria-hidden="true" />
            Search (Ctrl+K)
          </button>
          <span className={classes.space} />
          <AdminLink />
        </>
      )}
      <UserMenu />
      {isSearching && (
        <Part onFailed={search.close}>
          <SearchModal onClose={search.close} />
        </Part>
      )}
    </header>
  )
}

const AdminLink = () =>
  isAdmin(useMe().role) ? (
    <Link className={classes.admin} to="/admin/users">
      <IconShield size={13} aria-hidden="true" />
      Admin
    </Link>
  ) : null
