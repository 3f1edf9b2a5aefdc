import { Button, Group, Modal, MultiSelect, TagsInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { tagLimit } from '#domain/conjuration-words.ts'
import type { ConjurationItem } from '#projections/answers.ts'
import { useCampaignTagsQuery } from '../../data/conjurations.ts'
import { formatCount } from '../../ui/figures.ts'
import { useChanges } from './use-changes.ts'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'

interface Props {
  lore: readonly ConjurationItem[]
  campaignId: string
  onDone: () => void
  onClose: () => void
}

/** Returns the typed tags without leading number signs, cut to 60 characters, and without duplicates. */
const tagsOf = (typed: readonly string[]): string[] => [
  ...new Set(
    typed
      .map((tag) =>
        tag
          .replace(/^[#＃\s]+/, '')
          .trim()
          .slice(0, 60),
      )
      .filter(Boolean),
  ),
]

/** Adds tags to many lore items, and removes tags that some of them have. */
export const TagConjurationDialog = ({ lore, campaignId, onDone, onClose }: Props) => {
  const { data: known = [] } = useCampaignTagsQuery(campaignId)
  const tagging = useTagging({ lore, onDone, onClose })
  const { addTags, setAddTags, typed, setTyped, removeTags, setRemoveTags, submit, isBusy, isNothing } = tagging
  const present = [...new Set(lore.flatMap(({ tags }) => tags))].toSorted((a, b) => a.localeCompare(b, 'en'))
  return (
    <Modal opened onClose={onClose} title={`Tags of ${formatCount(lore.length, 'lore item')}`} size={480}>
      <form onSubmit={(event) => void submit(event)}>
        <TagsInput
          label="Add tags"
          dir="auto"
          data-autofocus
          value={addTags}
          data={known}
          maxTags={tagLimit}
          limit={50}
          splitChars={[',']}
          acceptValueOnBlur
          searchValue={typed}
          onSearchChange={setTyped}
          onChange={(tags) => setAddTags(tagsOf(tags))}
        />
        {present.length > 0 && (
          <MultiSelect
            label="Remove tags"
            dir="auto"
            mt={12}
            value={removeTags}
            data={present}
            limit={50}
            searchable
            onChange={setRemoveTags}
          />
        )}
        <Group justify="flex-end" mt={20}>
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="filled" loading={isBusy} disabled={isNothing}>
            Save
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

/** The tags to add and to remove, and their change on all of the lore. */
const useTagging = ({ lore, onDone, onClose }: Omit<Props, 'campaignId'>) => {
  const [addTags, setAddTags] = useState<string[]>([])
  const [typed, setTyped] = useState('')
  const [removeTags, setRemoveTags] = useState<string[]>([])
  const [isBusy, setBusy] = useState(false)
  const changes = useChanges()
  const added = tagsOf([...addTags, typed])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const isDone = await changes.lore(
      lore.map(({ id }) => id),
      { addTags: added, removeTags },
      'Tags changed',
    )
    setBusy(false)
    if (!isDone) return
    onDone()
    onClose()
  }
  const isNothing = added.length + removeTags.length === 0
  return { addTags, setAddTags, typed, setTyped, removeTags, setRemoveTags, submit, isBusy, isNothing }
}
