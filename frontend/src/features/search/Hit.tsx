import { Badge } from '../../ui/Badge.tsx'
import { dateOf } from '../../ui/dates.ts'
import { LorePicture } from '../../ui/LorePicture.tsx'
import type { Found } from './found.ts'
import { excerpt, marked } from './marked.ts'
import classes from './search.module.css'

/** One thing that was found, with what was typed marked in it. */
export const Hit = ({ found, term }: { found: Found; term: string }) => {
  const { id, kind, name, imageUri, description, tags, updatedAt } = found
  return (
    <>
      <span className={classes.picture}>
        <LorePicture id={id} uri={imageUri} width={44} />
      </span>
      <div className={classes.what}>
        <b>
          <Marked text={name} term={term} />
        </b>
        {description && (
          <p>
            <Marked text={excerpt(description, term)} term={term} />
          </p>
        )}
        <span>
          {`Last edited ${dateOf(updatedAt)}`}
          {tags.slice(0, 6).map((tag) => (
            <i key={tag}>
              #<Marked text={tag} term={term} />
            </i>
          ))}
          {tags.length > 6 && <i>+{tags.length - 6}</i>}
        </span>
      </div>
      <Badge dye={kind === 'Lore' ? 'weld' : 'walnut'}>{kind}</Badge>
    </>
  )
}

const Marked = ({ text, term }: { text: string; term: string }) =>
  marked(text, term).map(({ text, hit }, n) => {
    const key = `${n}${hit}`
    return hit ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>
  })
