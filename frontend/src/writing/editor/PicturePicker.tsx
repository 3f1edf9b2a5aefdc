import { Button, FileButton, Modal, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconUpload } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { pageSize } from '../../data/fetch-gallery.ts'
import { useGalleryQuery } from '../../data/images.ts'
import classes from './picture-picker.module.css'

interface Props {
  campaignId: string
  onChoose: (imageId: string) => void
  onUpload: (files: readonly File[]) => void
  onClose: () => void
}

const typingMs = 500

/** A dialog that picks an image from the campaign's gallery, or uploads one, for a text. */
export const PicturePicker = ({ campaignId, onChoose, onUpload, onClose }: Props) => {
  const note = useId()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, typingMs)
  const [want, setWant] = useState(pageSize)
  const { data } = useGalleryQuery({ campaignId, type: null, search, month: '', want })
  const rows = data?.rows.filter(({ uri }) => uri !== null) ?? []
  return (
    <Modal opened onClose={onClose} title="Add a picture" size={720}>
      <TextInput
        aria-label="Search pictures"
        placeholder="Search pictures"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
      <FileButton accept="image/jpeg,image/png" multiple onChange={onUpload}>
        {(props) => (
          <Button {...props} leftSection={<IconUpload size={15} aria-hidden="true" />} mt={10}>
            Upload
          </Button>
        )}
      </FileButton>
      {data && rows.length === 0 && <p className={classes.none}>There are no pictures here yet.</p>}
      <ul className={classes.pictures}>
        {rows.map(({ id, uri, name, conjurationId }, n) => (
          <li key={id}>
            <button
              type="button"
              aria-label={name ?? `Picture ${n + 1}`}
              aria-describedby={conjurationId === null ? note : undefined}
              onClick={() => onChoose(id)}
            >
              <img src={`${uri}?w=320`} alt="" loading="lazy" />
              {conjurationId === null && <span className={classes.mark}>Not for players</span>}
            </button>
          </li>
        ))}
      </ul>
      {rows.some(({ conjurationId }) => conjurationId === null) && (
        <p id={note} className={classes.none}>
          “Not for players”: it belongs to no lore, so only its owner and DMs see it, in a text too. Link it to lore
          that players see, and they see it here.
        </p>
      )}
      {data && data.rows.length < data.total && (
        <Button onClick={() => setWant((before) => before + pageSize)}>Load More</Button>
      )}
    </Modal>
  )
}
