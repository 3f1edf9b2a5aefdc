import { useState } from 'react'
import { ofFirstRow, ofLaterRows } from '../../../ui/picture-sources.ts'
import classes from './gallery-image.module.css'

interface Props {
  src: string
  srcSet: string
  sizes: string
  alt: string
  /** True for an image at the top of its screen. */
  isFirst?: boolean
}

/** An image that fills its container. It is transparent until it is loaded, and replaced by a text if that fails. */
export const Picture = ({ src, srcSet, sizes, alt, isFirst = false }: Props) => {
  const [state, setState] = useState<'loading' | 'there' | 'broken'>('loading')
  return state === 'broken' ? (
    <span className={classes.failed}>This picture could not be loaded.</span>
  ) : (
    <img
      className={classes.image}
      data-loading={state === 'loading' || undefined}
      // An image from the browser's cache may be complete before React listens for `load`.
      ref={(element) => {
        if (element?.complete && element.naturalWidth > 0) setState('there')
      }}
      sizes={sizes}
      srcSet={srcSet}
      src={src}
      alt={alt}
      {...(isFirst ? ofFirstRow : ofLaterRows)}
      decoding="async"
      draggable={false}
      onLoad={() => setState('there')}
      onError={() => setState('broken')}
    />
  )
}
