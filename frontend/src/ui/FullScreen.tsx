import { type ReactNode, useState } from 'react'
import Lightbox from 'yet-another-react-lightbox'
import Fullscreen from 'yet-another-react-lightbox/plugins/fullscreen'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'

export interface Slide {
  id: string
  uri: string
  title: string
}

/** A further action for the shown image; the viewer is closed first. */
export interface SlideAct {
  label: string
  icon: ReactNode
  run: () => void
}

interface Props {
  slides: readonly Slide[]
  index: number
  /** Called with the last shown image; before an action, with the image that was opened. */
  onClose: (shown: Slide) => void
  acts?: (shown: Slide) => readonly SlideAct[]
}

/** Images in full screen: arrows change the image, plus and minus zoom, Escape closes. Loaded when first opened. */
export const FullScreen = ({ slides, index, onClose, acts }: Props) => {
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
      toolbar={{
        buttons: [
          ...(acts?.(shown) ?? []).map(({ label, icon, run }) => (
            <button
              key={label}
              type="button"
              className="yarl__button"
              aria-label={label}
              title={label}
              onClick={() => {
                onClose(slides[index] ?? shown)
                run()
              }}
            >
              {icon}
            </button>
          )),
          'close',
        ],
      }}
      labels={{ Lightbox: shown.title }}
    />
  )
}
