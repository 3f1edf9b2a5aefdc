import { Button, Skeleton } from '@mantine/core'
import type { TextPast } from '../../../../data/text-history.ts'
import { Delayed } from '../../../../ui/Delayed.tsx'
import classes from '../history.module.css'
import type { Chosen, Restore } from './chosen.ts'
import { TextSitting } from './TextSitting.tsx'
import { VersionActs } from './VersionActs.tsx'

interface Props {
  textId: string
  past: TextPast | undefined
  isFailed: boolean
  isFetching: boolean
  /** The revision that is on the page now. */
  current: number | undefined
  /** Undefined without permission. */
  onRestore: Restore | undefined
  onRead: (chosen: Chosen) => void
  onRetry: () => void
  onMore: () => void
}

/** The sittings of a text, newest first, back to the start of the history that the viewer may see. */
export const TextSittings = (props: Props) => {
  const { textId, past, isFailed, isFetching, current, onRestore, onRead, onRetry, onMore } = props
  if (!past)
    return isFailed ? (
      <div className={classes.panel} role="alert">
        <p>The history could not be loaded.</p>
        <Button onClick={onRetry}>Retry</Button>
      </div>
    ) : (
      <Delayed>
        <Skeleton height={120} mt={14} />
      </Delayed>
    )
  const { sittings, isWhole, begins } = past
  return (
    <>
      <ol className={classes.list}>
        {sittings.map((sitting, n) => (
          <TextSitting
            key={sitting.from}
            textId={textId}
            sitting={sitting}
            current={current}
            onRestore={onRestore}
            onRead={onRead}
            isOpenAtFirst={n === 0}
          />
        ))}
        {isWhole && (
          <li className={classes.card}>
            <header>
              <p className={classes.what}>
                {begins > 0
                  ? 'Its history begins here for you.'
                  : sittings.length > 0
                    ? 'This is how it began.'
                    : 'Nobody has changed it yet.'}
              </p>
              {sittings.length > 0 && (
                <VersionActs
                  name="its beginning"
                  isCurrent={begins === current}
                  onRead={() => onRead({ which: { revision: begins }, when: sittings.at(-1)?.begunAt ?? '' })}
                  onRestore={onRestore && (() => onRestore(begins))}
                />
              )}
            </header>
          </li>
        )}
      </ol>
      {!isWhole && (
        <Button fullWidth mt={14} loading={isFetching} onClick={onMore}>
          Load More
        </Button>
      )}
    </>
  )
}
