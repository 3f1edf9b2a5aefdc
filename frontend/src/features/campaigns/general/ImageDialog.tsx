import { Button, Modal, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { Link } from 'react-router'
import { messageOf } from '../../../base/problem.ts'
import { useGalleryQuery } from '../../../data/images.ts'
import { Delayed } from '../../../ui/Delayed.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import classes from './general.module.css'

const pageSize = 24

interface Props {
  campaignId: string
  onChoose: (imageId: string) => void
  onClose: () => void
}

/** Chooses one of the campaign's images. */
export const ImageDialog = ({ campaignId, onChoose, onClose }: Props) => {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 300)
  const [limit, setLimit] = useState(pageSize)
  const { data, error, isFetching } = useGalleryQuery({ campaignId, type: 'IMAGE', search, month: '', want: limit })
  const images = data?.rows.slice(0, limit).filter(({ uri }) => uri !== null)
  return (
    <Modal opened onClose={onClose} title="Choose an image" size={720}>
      <TextInput
        placeholder="Search images"
        aria-label="Search images"
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {images && images.length > 0 && (
        <ul className={classes.pictures}>
          {images.map(({ id, uri, name, prompt }) => (
            <li key={id}>
              <button type="button" onClick={() => onChoose(id)}>
                <img src={`${uri}?w=320`} alt={name || prompt || 'Untitled image'} loading="lazy" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {images?.length === 0 && (
        <p className={classes.none}>
          {search ? (
            'No image is called that.'
          ) : (
            <>
              This campaign has no images yet. <Link to="/images?upload=1">Upload one</Link> or{' '}
              <Link to="/images?generate=1">make one</Link> first.
            </>
          )}
        </p>
      )}
      {error && !data && (
        <p role="alert" className={classes.problem}>
          {messageOf(error, 'The images could not be loaded. Please try again.')}
        </p>
      )}
      {!data && !error && (
        <Delayed>
          <Waiting />
        </Delayed>
      )}
      {data && limit < Math.min(data.total, 100) && (
        <Button className={classes.more} loading={isFetching} onClick={() => setLimit(limit + pageSize)}>
          Load More
        </Button>
      )}
    </Modal>
  )
}
