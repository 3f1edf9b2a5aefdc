import { useState } from 'react'
import Lightbox from 'yet-another-react-lightbox'
import Fullscreen from 'yet-another-react-lightbox/plugins/fullscreen'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'

export interface Slide {
  id: string
  uri: string
  title: string
}

interface Props {
  slides: readonly Slide[]
  index: number
  /** Told which one was shown last. */
  onClose: (shown: Slide) => void
}

/** Pictures over everything: arrows turn, plus and minus zoom, Escape closes. Fetched when it is first asked for. */
export const FullScreen = ({ slides, index, onClose }: Props) => {
  const [at, setAt] = useState(index)
  const shown = slides[at] ?? slides[0]
  if (!shown) return null
  return (
    <Lightbox
      open
      close={() => onClose(shown)}
      index={at}
      on={{ view: ({ index }) => setAt(index) }}
      slides={slides.map(({ uri, title }) => ({ src: uri, alt: title }))}
      plugins={[Zoom, Fullscreen]}
      carousel={{ finite: true }}
      controller={{ closeOnBackdropClick: true }}
      render={slides.length > 1 ? {} : { buttonPrev: () => null, buttonNext: () => null }}
      zoom={{ maxZoomPixelRatio: 3 }}
      labels={{ Lightbox: shown.title }}
    />
  )
}
