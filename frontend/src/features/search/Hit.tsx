import { IconFolder, IconMessages } from '@tabler/icons-react'
import type { Found } from '#projections/answers.ts'
import { Badge, type BadgeColour } from '../../ui/Badge.tsx'
import { ConjurationImage } from '../../ui/ConjurationImage.tsx'
import { dateOf } from '../../ui/dates.ts'
import { VisibilityBadge } from '../../ui/VisibilityBadge.tsx'
import { kindOf, nameOf } from './found.ts'
import { excerpt, splitAtMatches } from './marked.ts'
import classes from './search.module.css'

const dyes: Record<Found['kind'], BadgeColour> = { LORE: 'weld', FOLDER: 'woad', IMAGE: 'walnut', SESSION: 'verdigris' }

/** One result with the matches marked, its kind and its visibility, since the screen may be shared. */
export const Hit = ({ found, term }: { found: Found; term: string }) => {
  const { id, kind, imageUri, description, tags, updatedAt, visibility } = found
  return (
    <>
      <span className={classes.picture}>
        {kind === 'FOLDER' ? (
          <IconFolder size={22} aria-hidden="true" />
        ) : kind === 'SESSION' ? (
          <IconMessages size={22} aria-hidden="true" />
        ) : (
          <ConjurationImage id={id} uri={imageUri} width={44} />
        )}
      </span>
      <div className={classes.what}>
        <b dir="auto">
          <Marked text={nameOf(found)} term={term} />
        </b>
        {description && (
          <p dir="auto">
            <Marked text={excerpt(description, term)} term={term} />
          </p>
        )}
        <span>
          {`Last edited ${dateOf(updatedAt)}`}
          {tags.slice(0, 6).map((tag) => (
            <i key={tag} dir="auto">
              #<Marked text={tag} term={term} />
            </i>
          ))}
          {tags.length > 6 && <i>+{tags.length - 6}</i>}
        </span>
      </div>
      <span className={classes.badges}>
        <Badge colour={dyes[kind]}>{kindOf(found).name}</Badge>
        <VisibilityBadge visibility={visibility} />
      </span>
    </>
  )
}

const Marked = ({ text, term }: { text: string; term: string }) =>
  splitAtMatches(text, term).map(({ text, hit }, n) => {
    const key = `${n}${hit}`
    return hit ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>
  })
