import { Button, Loader, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { ImageRow } from '#projections/images.ts'
import { pageSize } from '../../../data/fetch-gallery.ts'
import { useGalleryQuery } from '../../../data/images.ts'
import classes from './create-model.module.css'

const pauseMs = 500

/** Chooses one of the campaign's pictures and maps. */
export const GalleryChoice = ({ campaignId, onChoose }: { campaignId: string; onChoose: (row: ImageRow) => void }) => {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), pauseMs)
  const [want, setWant] = useState(pageSize)
  const { data, isFetching } = useGalleryQuery({ campaignId, type: null, search, month: '', want })
  const pictures = (data?.rows ?? []).filter(({ uri, nsfw }) => uri !== null && !nsfw)
  return (
    <div className={classes.gallery}>
      <TextInput
        aria-label="Search images"
        placeholder="Search images"
        value={typed}
        dir="auto"
        data-autofocus
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {!data && <Loader size="sm" aria-label="Loading images" />}
      {data && pictures.length === 0 && (
        <p className={classes.quiet}>
          {search
            ? 'No image is called that.'
            : 'There are no images in this campaign yet. Upload one, or write a prompt.'}
        </p>
      )}
      <ul>
        {pictures.map((row, n) => (
          <li key={row.id}>
            <button type="button" aria-label={row.name ?? `Image ${n + 1}`} onClick={() => onChoose(row)}>
              <img src={`${row.uri}?w=320`} alt="" loading="lazy" />
            </button>
          </li>
        ))}
      </ul>
      {data && data.rows.length < data.total && (
        <Button size="xs" variant="subtle" loading={isFetching} onClick={() => setWant(want + pageSize)}>
          Load More
        </Button>
      )}
    </div>
  )
}
