import { Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import type { Op } from '#domain/text-ops.ts'
import { plainOp } from '#domain/text-plain.ts'
import { useTextVersionQuery } from '../../../../data/text-history.ts'
import { Delayed } from '../../../../ui/Delayed.tsx'
import { around, diff } from '../diff.ts'
import classes from '../history.module.css'
import { Parts } from '../Parts.tsx'

/** The text of the operations; embedded items are named. */
const wordsOf = (ops: readonly Op[]): string =>
  ops
    .map((op) =>
      typeof op.insert === 'object' && 'image' in op.insert
        ? '[Picture]'
        : typeof op.insert === 'object' && 'divider' in op.insert
          ? '* * *'
          : plainOp(op),
    )
    .join('')

/** Word differences of a text between two revisions. */
export const Became = ({ textId, from, to }: { textId: string; from: number; to: number }) => {
  const before = useTextVersionQuery({ textId, revision: from })
  const after = useTextVersionQuery({ textId, revision: to })
  const [old, now] = [before.data?.ops, after.data?.ops]
  const parts = useMemo(() => old && now && around(diff(wordsOf(old), wordsOf(now))), [old, now])
  if (before.isError || after.isError)
    return (
      <p className={classes.words} role="alert">
        What changed could not be loaded.
      </p>
    )
  if (!parts)
    return (
      <Delayed>
        <Skeleton height={48} mt={10} />
      </Delayed>
    )
  return (
    <div className={classes.words}>
      {parts.every(({ kind }) => kind === 'same') ? (
        <p className={classes.hint}>
          The words are the same; how they look was changed, or what was written was taken back.
        </p>
      ) : (
        <Parts parts={parts} />
      )}
    </div>
  )
}
