import { automatic1111Edits } from '../image-edits/automatic1111.ts'
import { comfyUiEdits } from '../image-edits/comfyui.ts'
import { localAiEdits, openAiEdits } from '../image-edits/openai.ts'
import type { ImageEdits } from '../image-edits.ts'
import { automatic1111 } from '../images/automatic1111.ts'
import { comfyUi } from '../images/comfyui.ts'
import { hosted } from '../images/hosted.ts'
import { openAi } from '../images/openai.ts'
import type { Images } from '../images.ts'
import { automatic1111Api } from './automatic1111-api.ts'
import { comfyUiApi } from './comfyui-api.ts'
import { openAiImages } from './openai-api.ts'
import type { Kind } from './schema.ts'
import type { ImageSource } from './source.ts'

/** A configured source with its adapters. */
export interface OpenedSource {
  images: Images
  /** Undefined if the source does not edit. */
  edits: ImageEdits | undefined
  /** Throws if the source is unreachable or refuses the credentials. Absent if a request would cost money. */
  probe?: (signal: AbortSignal) => Promise<void>
}

const openers: Record<Kind, (source: ImageSource) => OpenedSource> = {
  automatic1111(source) {
    const api = automatic1111Api(source)
    return { images: automatic1111(source, api), edits: automatic1111Edits(source, api), probe: api.probe }
  },
  comfyui(source) {
    const api = comfyUiApi(source)
    return { images: comfyUi(source, api), edits: comfyUiEdits(source, api), probe: api.probe }
  },
  openai(source) {
    const api = openAiImages(source)
    return { images: openAi(source, api), edits: openAiEdits(source, api), probe: api.probe }
  },
  localai(source) {
    const api = openAiImages(source)
    return { images: openAi(source, api), edits: localAiEdits(source, api), probe: api.probe }
  },
  fal: (source) => ({ images: hosted(source), edits: undefined }),
  replicate: (source) => ({ images: hosted(source), edits: undefined }),
}

export const openSource = (source: ImageSource): OpenedSource => openers[source.kind](source)
