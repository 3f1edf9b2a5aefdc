import type { ConjurationItem } from '#projections/answers.ts'
import { anchorOf, linksId, linksTitle } from './anchors.ts'
import classes from './contents.module.css'
import { Relations } from './Relations.tsx'

/** The relationships of lore in which no content has them: they are never out of sight. */
export const LinksSection = ({ lore, editable }: { lore: ConjurationItem; editable: boolean }) => (
  <section id={anchorOf(linksId)} className={classes.segment} aria-label={linksTitle} data-type="RELATIONSHIPS">
    <header className={classes.head}>
      <h2 className={classes.title}>{linksTitle}</h2>
    </header>
    <Relations lore={lore} editable={editable} />
  </section>
)
