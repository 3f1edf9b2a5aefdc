import { Link, useLocation } from 'react-router'
import { untitledConjuration } from '#domain/conjuration-words.ts'
import { withFrom } from '../../base/from.ts'
import { useLinkedFromQuery } from '../../data/mentions.ts'
import { ConjurationImage } from '../../ui/ConjurationImage.tsx'
import classes from './linked-from.module.css'

/** Lore whose texts mention this item, as far as the reader may see it; hidden if empty. */
export const LinkedFrom = ({ id }: { id: string }) => {
  const { pathname, search } = useLocation()
  const { data = [] } = useLinkedFromQuery(id, { refetchOnMountOrArgChange: true })
  if (data.length === 0) return null
  return (
    <section className={classes.linked} aria-labelledby="linked-from">
      <h2 id="linked-from">Linked from</h2>
      <ul>
        {data.map((lore) => (
          <li key={lore.id}>
            <Link to={withFrom(`/lore/view/${lore.id}`, `${pathname}${search}`)}>
              <ConjurationImage id={lore.id} uri={lore.imageUri} width={28} />
              <span dir="auto">{lore.name.trim() || untitledConjuration}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
