import { Button, Select } from '@mantine/core'
import { IconChevronDown, IconLock, IconShield, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Visibility as Seen } from '#domain/access.ts'
import { may } from '#domain/entitlements.ts'
import { useVisibilityOptionsQuery } from '../../data/conjuration.ts'
import { standingOf, today, useMe } from '../../data/me.ts'
import { PlanBadge } from '../../ui/Badge.tsx'
import { VisibilityBadge } from '../../ui/VisibilityBadge.tsx'
import classes from './rail.module.css'
import type { Field } from './saving/field.ts'
import { useField } from './saving/use-fields.ts'

interface Props {
  field: Field<Seen>
  campaignId: string | null
  editable: boolean
  isMine: boolean
  /** A badge to be tapped; what it means is said where it is chosen. */
  isCompact?: boolean
}

const kinds: Record<Seen, { label: string; icon: ReactNode }> = {
  PRIVATE: { label: 'Private', icon: <IconLock size={18} /> },
  DM: { label: 'DM', icon: <IconShield size={18} /> },
  CAMPAIGN: { label: 'Campaign', icon: <IconUsers size={18} /> },
}
const says = (seen: Seen, isMine: boolean): string => {
  if (seen === 'CAMPAIGN') return 'Visible to all campaign members'
  if (seen === 'DM') return isMine ? 'Visible to you and DMs' : 'Visible to its author and DMs'
  return isMine ? 'Visible to you alone' : 'Visible to its author alone'
}

const compact = { root: classes.chip, input: classes.chipInput, section: classes.chipSection }

/** Who sees it; what may be chosen is the server's to say. Private stays in sight for those whose plan does not have it. */
export const Visibility = ({ field, campaignId, editable, isMine, isCompact = false }: Props) => {
  const me = useMe()
  const { value } = useField(field)
  const { data: options = [] } = useVisibilityOptionsQuery(campaignId, { skip: !editable })
  const isLocked = !options.includes('PRIVATE') && !may(standingOf(me), 'privateLore', today())
  const offered = (Object.keys(kinds) as Seen[]).filter(
    (seen) => options.includes(seen) || seen === value || (seen === 'PRIVATE' && isMine && isLocked),
  )
  const text = says(value, isMine)
  if (!editable && isCompact) return <VisibilityBadge visibility={value} />
  if (!editable)
    return (
      <div className={classes.seen} data-seen={value}>
        {kinds[value].icon}
        <span>{kinds[value].label}</span>
        <small>{text}</small>
      </div>
    )
  const choice = (
    <Select
      {...(isCompact
        ? { 'aria-label': 'Visibility', title: text, classNames: compact, 'data-seen': value }
        : { label: 'Visibility', description: text })}
      inputWrapperOrder={['label', 'input', 'description']}
      value={value}
      data={offered.map((seen) => ({
        value: seen,
        label: kinds[seen].label,
        disabled: seen !== value && !options.includes(seen),
      }))}
      allowDeselect={false}
      comboboxProps={{ withinPortal: true, ...(isCompact && { width: 240, position: 'bottom-start' }) }}
      leftSection={<span className={classes.seenIcon} data-seen={value} children={kinds[value].icon} />}
      rightSection={<IconChevronDown size={15} />}
      renderOption={({ option, checked }) => (
        <span className={classes.seenOption} data-seen={option.value} data-checked={checked || undefined}>
          {kinds[option.value as Seen].icon}
          {option.label}
          {isCompact && <small>{says(option.value as Seen, isMine)}</small>}
          {option.disabled && <PlanBadge plan="BASIC" />}
        </span>
      )}
      onChange={(seen) => seen && field.type(seen as Seen)}
    />
  )
  if (isCompact || value !== 'DM') return choice
  return (
    <>
      {choice}
      {/* What a DM begins is not shown yet, and is shown with one click. */}
      <Button size="xs" mt={8} leftSection={<IconUsers size={15} />} onClick={() => field.type('CAMPAIGN')}>
        Show to the campaign
      </Button>
    </>
  )
}
