import { IconFileText } from '@tabler/icons-react'
import type { Mentionable } from '../../data/mentions.ts'
import { ConjurationImage } from '../../ui/ConjurationImage.tsx'
import type { LinePlace } from './BesideLine.tsx'
import classes from './mention-picker.module.css'
import { marked, shortened } from './names.ts'
import { OptionList } from './OptionList.tsx'
import { useMentionables } from './use-mentionables.ts'

interface Props {
  campaignId: string
  query: string
  place: LinePlace
  /** The field in which the user types; its keys move through the list. */
  field: HTMLElement
  onChoose: (mentioned: Mentionable) => void
  onClose: () => void
}

/** Suggestions for a name after @. The focus stays in the text. */
export const MentionPicker = ({ campaignId, query, place, field, onChoose, onClose }: Props) => {
  const found = useMentionables(campaignId, query)
  return (
    <OptionList
      found={found}
      query={query}
      place={place}
      field={field}
      onChoose={onChoose}
      onClose={onClose}
      label="Mention"
    >
      {(one) => (
        <>
          <span className={classes.face}>
            {one.kind === 'lore' ? (
              <ConjurationImage id={one.id} uri={one.imageUri} width={28} />
            ) : (
              <IconFileText size={15} />
            )}
          </span>
          <span className={one.kind === 'lore' ? classes.name : classes.file} dir="auto" title={one.name}>
            {marked(one.kind === 'file' ? shortened(one.name) : one.name, query).map(({ text, isHit }, k) =>
              isHit ? <mark key={k}>{text}</mark> : <span key={k}>{text}</span>,
            )}
          </span>
          <span className={classes.kind}>{one.kind === 'lore' ? 'Lore' : 'File'}</span>
        </>
      )}
    </OptionList>
  )
}
