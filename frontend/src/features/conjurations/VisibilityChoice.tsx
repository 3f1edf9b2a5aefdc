import { Button, Select } from '@mantine/core'
import { IconChevronDown, IconUsers } from '@tabler/icons-react'
import type { Visibility as Seen } from '#domain/access.ts'
import { may } from '#domain/entitlements.ts'
import { openOverlay } from '../../base/overlay.ts'
import { useVisibilityOptionsQuery } from '../../data/conjuration.ts'
import { selectEntitlements, today, useMe } from '../../data/me.ts'
import { PlanBadge } from '../../ui/Badge.tsx'
import classes from './rail.module.css'
import type { Field } from './saving/field.ts'
import { useField } from './saving/use-fields.ts'
import { saysSeen, visibilityIn, visibilityKinds } from './seen.tsx'

interface Props {
  field: Field<Seen>
  campaignId: string | null
  isMine: boolean
  /** Renders a small badge without a description; the options of its menu have one. */
  isCompact: boolean
}

const compact = { root: classes.chip, input: classes.chipInput, section: classes.chipSection }

/**
 * Lets an editor choose the visibility among the server's options. An owner whose plan lacks private lore still sees
 * that option, which opens the upgrade dialog.
 */
export const VisibilityChoice = ({ field, campaignId, isMine, isCompact }: Props) => {
  const me = useMe()
  const { value } = useField(field)
  const { data: options = [] } = useVisibilityOptionsQuery(campaignId)
  const isLocked = !options.includes('PRIVATE') && !may(selectEntitlements(me), 'privateLore', today())
  const offered = (Object.keys(visibilityKinds) as Seen[]).filter(
    (seen) => options.includes(seen) || seen === value || (seen === 'PRIVATE' && isMine && isLocked),
  )
  const choose = (seen: Seen) => {
    if (seen === 'PRIVATE' && isLocked) openOverlay({ kind: 'upgrade', wanted: 'privateLore' })
    else field.type(seen)
  }
  const text = saysSeen(visibilityIn(campaignId, value), isMine)
  const choice = (
    <Select
      {...(isCompact
        ? { 'aria-label': 'Visibility', title: text, classNames: compact, 'data-seen': value }
        : { label: 'Visibility', description: text })}
      inputWrapperOrder={['label', 'input', 'description']}
      value={value}
      data={offered.map((seen) => ({
        value: seen,
        label: visibilityKinds[seen].label,
        disabled: seen !== value && !options.includes(seen) && !(seen === 'PRIVATE' && isLocked),
      }))}
      allowDeselect={false}
      comboboxProps={{ withinPortal: true, ...(isCompact && { width: 240, position: 'bottom-start' }) }}
      leftSection={<span className={classes.seenIcon} data-seen={value} children={visibilityKinds[value].icon} />}
      rightSection={<IconChevronDown size={15} />}
      renderOption={({ option, checked }) => (
        <span className={classes.seenOption} data-seen={option.value} data-checked={checked || undefined}>
          {visibilityKinds[option.value as Seen].icon}
          {option.label}
          {isCompact && <small>{saysSeen(option.value as Seen, isMine)}</small>}
          {option.value === 'PRIVATE' && isLocked && <PlanBadge plan="BASIC" />}
        </span>
      )}
      onChange={(seen) => seen && choose(seen as Seen)}
    />
  )
  if (isCompact || value !== 'DM' || campaignId === null) return choice
  return (
    <>
      {choice}
      {/* New lore of a DM is hidden from players, and is published with one click. */}
      <Button size="xs" mt={8} leftSection={<IconUsers size={15} />} onClick={() => field.type('CAMPAIGN')}>
        Show to the campaign
      </Button>
    </>
  )
}
