import { useMemo } from 'react'
import type { ConjurationFields } from '#projections/conjuration-answers.ts'
import { around, diff } from './diff.ts'
import classes from './history.module.css'
import { Parts } from './Parts.tsx'

interface Props {
  before: ConjurationFields
  after: ConjurationFields
}

/** Differences of text fields and tags. */
export const Changed = ({ before, after }: Props) => (
  <>
    {after.name !== undefined && <Words title="Name" before={before.name ?? ''} after={after.name} />}
    {after.description !== undefined && (
      <Words title="Description" before={before.description ?? ''} after={after.description} />
    )}
    {after.tags !== undefined && <Tags before={before.tags ?? []} after={after.tags} />}
  </>
)

const Words = ({ title, before, after }: { title: string; before: string; after: string }) => {
  const parts = useMemo(() => around(diff(before, after)), [before, after])
  if (parts.every(({ kind }) => kind === 'same')) return null
  return (
    <section className={classes.words} aria-label={title}>
      <h3>{title}</h3>
      <Parts parts={parts} />
    </section>
  )
}

const Tags = ({ before, after }: { before: string[]; after: string[] }) => {
  const went = before.filter((tag) => !after.includes(tag))
  const came = after.filter((tag) => !before.includes(tag))
  if (went.length + came.length === 0) return null
  return (
    <section className={classes.words} aria-label="Tags">
      <h3>Tags</h3>
      <p className={classes.tags}>
        {went.map((tag) => (
          <del key={tag}>{tag}</del>
        ))}
        {came.map((tag) => (
          <ins key={tag}>{tag}</ins>
        ))}
      </p>
    </section>
  )
}
