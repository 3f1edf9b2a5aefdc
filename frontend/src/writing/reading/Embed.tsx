import { IconPhotoOff } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Mention as MentionValue } from '#domain/text-formats.ts'
import { withFrom } from '../../base/from.ts'
import { useImageQuery } from '../../data/images.ts'
import { thumbnailsOf } from '../../ui/picture-sources.ts'
import { useAround } from './context.ts'
import { Mention } from './Mention.tsx'
import classes from './rich-text.module.css'

/** An embed within a text. Types of newer builds are omitted. */
export const Embed = ({ embed }: { embed: Record<string, unknown> }) => {
  if ('image' in embed) return <Picture id={(embed.image as { id: string }).id} />
  if ('mention' in embed) return <Mention {...(embed.mention as MentionValue)} />
  return null
}

/** An image of the campaign, if the reader may see it. */
export const Picture = ({ id }: { id: string }) => {
  const { here } = useAround()
  const { data, isError } = useImageQuery(id)
  const row = data?.rows[0]
  if (!row?.uri)
    return isError || data ? (
      <span className={classes.gone}>
        <IconPhotoOff size={15} aria-hidden="true" /> A picture that is not here for you
      </span>
    ) : null
  return (
    <Link className={classes.picture} to={withFrom(`/images/${id}`, here)} aria-label={row.name ?? 'Picture'}>
      <img
        src={`${row.uri}?w=1280`}
        srcSet={thumbnailsOf(row.uri, row.width)}
        sizes="(max-width: 48em) 100vw, 44rem"
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
      />
    </Link>
  )
}
