import Lightbox from 'yet-another-react-lightbox'
import Fullscreen from 'yet-another-react-lightbox/plugins/fullscreen'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'

interface Props {
  edits: readonly { id: string; uri: string }[]
  title: string
  index: number
  onClose: () => void
}

/** The picture over everything: arrows turn, plus and minus zoom, Escape closes. Fetched when it is first asked for. */
export const FullScreen = ({ edits, title, index, onClose }: Props) => (
  <Lightbox
    open
    close={onClose}
    index={index}
    slides={edits.map(({ uri }) => ({ src: uri, alt: title }))}
    plugins={[Zoom, Fullscreen]}
    carousel={{ finite: true }}
    controller={{ closeOnBackdropClick: true }}
    render={edits.length > 1 ? {} : { buttonPrev: () => null, buttonNext: () => null }}
    zoom={{ maxZoomPixelRatio: 3 }}
    labels={{ Lightbox: title }}
  />
)
