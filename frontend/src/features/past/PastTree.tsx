import { Skeleton } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconFolder, IconFolderOpen } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import type { PastFolder } from '#projections/past-answers.ts'
import { usePastContentsQuery, usePastFoldersQuery } from '../../data/past.ts'
import { Delayed } from '../../ui/Delayed.tsx'
import classes from './past-tree.module.css'

interface Place {
  campaignId: string
  at: string
  /** The folder that is shown; null is the root. */
  current: string | null
  onGo: (folder: string | null) => void
}
/** The ancestors of the shown folder, which start expanded. */
interface Within extends Place {
  above: ReadonlySet<string>
}

const levelOf = (line: HTMLElement) => Number(line.getAttribute('aria-level'))
const lines = (tree: HTMLElement) => [...tree.querySelectorAll<HTMLElement>('[role="treeitem"]')]

/** The past folders, loaded level by level. Arrow keys move and expand, Enter opens. */
export const PastTree = (place: Place) => {
  const { campaignId, at, current, onGo } = place
  const { data } = usePastContentsQuery({ campaignId, at, collectionId: current }, { skip: current === null })
  const above = new Set(data?.path.map(({ id }) => id).filter((id) => id !== current))
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const all = lines(event.currentTarget)
    const at = all.indexOf(document.activeElement as HTMLElement)
    const line = all[at]
    if (!line) return
    const isOpen = line.getAttribute('aria-expanded')
    const toggle = () => line.querySelector<HTMLElement>('[data-toggle]')?.click()
    const acts: Record<string, (() => void) | undefined> = {
      ArrowDown: () => all[at + 1]?.focus(),
      ArrowUp: () => all[at - 1]?.focus(),
      Home: () => all[0]?.focus(),
      End: () => all.at(-1)?.focus(),
      ArrowRight: isOpen === 'false' ? toggle : () => all[at + 1]?.focus(),
      ArrowLeft:
        isOpen === 'true'
          ? toggle
          : () =>
              all
                .slice(0, at)
                .findLast((one) => levelOf(one) < levelOf(line))
                ?.focus(),
    }
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    <div role="tree" aria-label="Folders as they were" onKeyDown={onKeyDown}>
      <button
        type="button"
        role="treeitem"
        // The tree is always focusable: the shown folder may be inside a collapsed one, or may not have existed.
        tabIndex={0}
        aria-selected={current === null}
        className={classes.row}
        onClick={() => onGo(null)}
      >
        <span className={classes.chevron} />
        Outside of folders
      </button>
      <Part {...place} above={above} parentId={null} level={1} />
    </div>
  )
}

const Part = ({ parentId, level, ...place }: Within & { parentId: string | null; level: number }) => {
  const { campaignId, at } = place
  const { data, isError, refetch } = usePastFoldersQuery({ campaignId, at, parentId })
  if (isError)
    return (
      <button type="button" className={classes.retry} onClick={() => void refetch()}>
        The folders could not be loaded. Retry
      </button>
    )
  if (!data)
    return (
      <Delayed>
        <Skeleton height={22} my={4} />
      </Delayed>
    )
  const left = (data.parts[0]?.total ?? 0) - data.data.length
  return (
    <>
      {data.data.map((folder) => (
        <Line key={folder.id} {...place} folder={folder} level={level} />
      ))}
      {left > 0 && <p className={classes.none}>{left.toLocaleString('en')} more</p>}
    </>
  )
}

const Line = ({ folder, level, ...place }: Within & { folder: PastFolder; level: number }) => {
  const { current, onGo, above } = place
  const [isTurned, setTurned] = useState<boolean>()
  const isOpen = isTurned ?? above.has(folder.id)
  const isBranch = folder.folders > 0
  return (
    <>
      <button
        type="button"
        role="treeitem"
        aria-level={level}
        aria-selected={current === folder.id}
        {...(isBranch && { 'aria-expanded': isOpen })}
        tabIndex={current === folder.id ? 0 : -1}
        className={classes.row}
        style={{ paddingLeft: 8 + level * 14 }}
        onClick={() => onGo(folder.id)}
      >
        <span
          className={classes.chevron}
          {...(isBranch && { 'data-toggle': true })}
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation()
            setTurned(!isOpen)
          }}
        >
          {isBranch && (isOpen ? <IconChevronDown size={15} /> : <IconChevronRight size={15} />)}
        </span>
        {isOpen ? <IconFolderOpen size={15} /> : <IconFolder size={15} />}
        <span className={classes.name} dir="auto" data-gone={folder.isInTrash || undefined}>
          {folder.name || 'Untitled'}
        </span>
      </button>
      {isOpen && isBranch && <Part {...place} parentId={folder.id} level={level + 1} />}
    </>
  )
}
