import { useConjurationQuery } from '../../data/conjuration.ts'
import { ConjurationImage } from '../../ui/ConjurationImage.tsx'
import classes from './mention.module.css'

/** A short preview of lore next to its name. */
export const Preview = ({ id }: { id: string }) => {
  const { data } = useConjurationQuery(id)
  const row = data?.rows[0]
  if (!row) return null
  return (
    <span className={classes.preview} role="tooltip">
      <span className={classes.image}>
        <ConjurationImage id={row.id} uri={row.imageUri} width={280} />
      </span>
      <b dir="auto">{row.name}</b>
      {row.description && <span dir="auto">{row.description}</span>}
    </span>
  )
}
