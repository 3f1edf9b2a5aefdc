import type { Visibility as Seen } from '#domain/access.ts'
import { late } from '../../ui/late.ts'
import { Part } from '../../ui/Part.tsx'
import { VisibilityBadge } from '../../ui/VisibilityBadge.tsx'
import classes from './rail.module.css'
import type { Field } from './saving/field.ts'
import { useField } from './saving/use-fields.ts'
import { saysSeen, visibilityIn, visibilityKinds } from './seen.tsx'

const VisibilityChoice = late(async () => (await import('./VisibilityChoice.tsx')).VisibilityChoice)

interface Props {
  field: Field<Seen>
  campaignId: string | null
  editable: boolean
  isMine: boolean
  /** Renders a small badge without a description; the options of its menu have one. */
  isCompact?: boolean
}

/** The visibility, read-only until its editor is loaded. */
export const Visibility = ({ field, campaignId, editable, isMine, isCompact = false }: Props) => {
  const { value } = useField(field)
  const { icon, label } = visibilityKinds[value]
  const shown = isCompact ? (
    <VisibilityBadge visibility={value} />
  ) : (
    <div className={classes.seen} data-seen={value}>
      {icon}
      <span>{label}</span>
      <small>{saysSeen(visibilityIn(campaignId, value), isMine)}</small>
    </div>
  )
  if (!editable) return shown
  return (
    <Part fallback={<div className={isCompact ? classes.chipSoon : classes.soon} data-seen={value} children={shown} />}>
      <VisibilityChoice field={field} campaignId={campaignId} isMine={isMine} isCompact={isCompact} />
    </Part>
  )
}
