import type { ImageRow } from '#projections/images.ts'
import { Note } from '../../Note.tsx'
import classes from './map-page.module.css'

/** The map's prompt, and its DM's note. */
export const Words = ({ row }: { row: ImageRow }) => {
  return (
    <>
      <section className={classes.panel} aria-label="Prompt">
        <h2>Prompt</h2>
        <p className={classes.written} dir="auto">
          {row.prompt}
        </p>
      </section>
      {row.negativePrompt && (
        <section className={classes.panel} aria-label="Description">
          <h2>Description</h2>
          <p className={classes.written} dir="auto">
            {row.negativePrompt}
          </p>
        </section>
      )}
      <section className={classes.panel} aria-label="Note">
        <Note row={row} mayEdit description="Players do not see it." />
      </section>
    </>
  )
}
