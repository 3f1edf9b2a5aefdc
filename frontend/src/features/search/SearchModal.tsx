import { Modal } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Found } from '#projections/answers.ts'
import { withFrom } from '../../base/from.ts'
import { reachable } from '../../base/online.ts'
import { useFound } from '../../data/search.ts'
import { useCampaign } from '../../data/selected-campaign.ts'
import { kindOf } from './found.ts'
import { Hit } from './Hit.tsx'
import classes from './search.module.css'

const debounceMs = 300

/**
 * Searches the whole campaign. Arrow keys move through results, Enter opens one; Escape or another screen closes it.
 */
export const SearchModal = ({ onClose }: { onClose: () => void }) => {
  const [term, setTerm] = useState('')
  const [query] = useDebouncedValue(term.trim(), debounceMs)
  const [at, setAt] = useState(0)
  const campaign = useCampaign()
  const navigate = useNavigate()
  const location = useLocation()
  const { found, isFetching, isError, refetch } = useFound({ campaignId: campaign?.id ?? '', term: query })

  useRetryOnReconnection(isError, refetch)
  useScrolledTo(found[at]?.id)
  useCloseOnNavigation(onClose)

  const open = (chosen: Found) =>
    void navigate(withFrom(kindOf(chosen).to(chosen.id), `${location.pathname}${location.search}`))
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = found[at]
    if (event.key === 'ArrowDown') setAt((now) => Math.min(found.length - 1, now + 1))
    else if (event.key === 'ArrowUp') setAt((now) => Math.max(0, now - 1))
    else if (event.key === 'Enter' && chosen) open(chosen)
    else return
    event.preventDefault()
  }

  const isEmpty = term.trim() === ''
  const isWaiting = isFetching || term.trim() !== query
  return (
    <Modal.Root opened onClose={onClose} size={600} yOffset="12vh">
      <Modal.Overlay color="var(--ll-scrim)" backgroundOpacity={1} />
      <Modal.Content aria-label="Search" radius="lg">
        <div className={classes.field}>
          <IconSearch size={18} aria-hidden="true" />
          <input
            data-autofocus
            value={term}
            placeholder="Search anything..."
            maxLength={200}
            aria-label="Search anything"
            role="combobox"
            aria-expanded={found.length > 0}
            aria-controls="found"
            aria-activedescendant={found[at] ? `found-${found[at].id}` : undefined}
            autoComplete="off"
            onChange={(event) => {
              setTerm(event.currentTarget.value)
              setAt(0)
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <SearchState isEmpty={isEmpty} isWaiting={isWaiting} isError={isError} count={found.length} />
        <Results found={found} at={at} term={query} isRecent={isEmpty} onOpen={open} onPoint={setAt} />
      </Modal.Content>
    </Modal.Root>
  )
}

interface SearchStateProps {
  /** Nothing is typed: recent lore is listed. */
  isEmpty: boolean
  isWaiting: boolean
  isError: boolean
  count: number
}

/** Announces what is listed below, or why nothing is. */
const SearchState = ({ isEmpty, isWaiting, isError, count }: SearchStateProps) => (
  <div className={classes.state} role="status">
    {isEmpty && 'Start typing to search...'}
    {isEmpty && count > 0 && <b>Recent</b>}
    {!isEmpty && isWaiting && count === 0 && 'Searching...'}
    {!isEmpty && !isWaiting && isError && 'Search does not answer right now. Please try again.'}
    {!isEmpty && !isWaiting && !isError && count === 0 && 'No results found'}
  </div>
)

interface ResultsProps {
  found: readonly Found[]
  at: number
  term: string
  isRecent: boolean
  onOpen: (chosen: Found) => void
  /** The pointer moved onto the result of this index. */
  onPoint: (index: number) => void
}

const Results = ({ found, at, term, isRecent, onOpen, onPoint }: ResultsProps) => (
  <div className={classes.found} id="found" role="listbox" aria-label={isRecent ? 'Recent' : 'Results'}>
    {found.map((item, index) => (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys, as a combobox does.
      <div
        key={item.id}
        id={`found-${item.id}`}
        role="option"
        tabIndex={-1}
        aria-selected={index === at}
        data-at={index === at || undefined}
        onClick={() => onOpen(item)}
        onPointerMove={() => onPoint(index)}
      >
        <Hit found={item} term={term} />
      </div>
    ))}
  </div>
)

/** A failed search is repeated on reconnection. */
const useRetryOnReconnection = (isError: boolean, refetch: () => unknown): void => {
  useEffect(() => {
    if (!isError) return
    let isLeft = false
    void reachable().then(() => !isLeft && refetch())
    return () => {
      isLeft = true
    }
  }, [isError, refetch])
}

/** Scrolls to the result that the arrow keys have chosen. */
const useScrolledTo = (chosenId: string | undefined): void => {
  useEffect(() => {
    document.getElementById(`found-${chosenId}`)?.scrollIntoView({ block: 'nearest' })
  }, [chosenId])
}

const useCloseOnNavigation = (onClose: () => void): void => {
  const location = useLocation()
  const start = useRef(location.key)
  useEffect(() => {
    if (location.key !== start.current) onClose()
  }, [location.key, onClose])
}
