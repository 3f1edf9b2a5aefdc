import { CloseButton } from '@mantine/core'
import { IconBook, IconFileText } from '@tabler/icons-react'
import { ConjurationImage } from '../../ui/ConjurationImage.tsx'
import { shortened } from '../../writing/mentions/names.ts'
import classes from './composer.module.css'
import type { Chip, MessageDraft } from './use-draft.ts'

interface Props {
  draft: MessageDraft
  pageLore: Chip | undefined
  /** True if the answer also uses the campaign's own description and sessions. */
  hasCampaign: boolean
  onLeaveOutCampaign: () => void
  onLeaveOut: (id: string) => void
}

const Face = ({ chip: { kind, id, imageUri } }: { chip: Chip }) =>
  kind === 'lore' ? <ConjurationImage id={id} uri={imageUri} width={20} /> : <IconFileText size={15} />

/** The context of the message, each item with a button to exclude it; attached files have cards of their own. */
export const Chips = ({ draft, pageLore, hasCampaign, onLeaveOutCampaign, onLeaveOut }: Props) => {
  const chips = draft.chips.filter(({ kind }) => kind !== 'attachment')
  const all = pageLore && chips.every(({ id }) => id !== pageLore.id) ? [pageLore, ...chips] : chips
  if (all.length === 0 && !hasCampaign) return null
  return (
    <ul className={classes.chips} aria-label="Named in the message">
      {hasCampaign && (
        <li data-kind="campaign">
          <span className={classes.face}>
            <IconBook size={15} />
          </span>
          <span className={classes.chipName} title="Its description and its sessions are read too">
            Whole campaign
          </span>
          <CloseButton size={22} aria-label="Leave out the whole campaign" onClick={onLeaveOutCampaign} />
        </li>
      )}
      {all.map((chip) => (
        <li key={chip.id} data-kind={chip.kind}>
          <span className={classes.face}>
            <Face chip={chip} />
          </span>
          <span className={classes.chipName} dir="auto" title={chip.name}>
            {chip.kind === 'file' ? shortened(chip.name) : chip.name}
          </span>
          {chip === pageLore && <small>this page</small>}
          <CloseButton size={22} aria-label={`Leave out ${chip.name}`} onClick={() => onLeaveOut(chip.id)} />
        </li>
      ))}
    </ul>
  )
}
