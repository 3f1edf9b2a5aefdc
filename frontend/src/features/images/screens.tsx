import { lazy, Suspense, useCallback, useState } from 'react'
import { Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { insideOnly, withFrom } from '../../base/from.ts'
import { useCampaign } from '../../data/selected-campaign.ts'
import { Delayed } from '../../ui/Delayed.tsx'
import { Part } from '../../ui/Part.tsx'
import { ThreadLoader } from '../../ui/Thread.tsx'
import { GalleryPage } from './gallery/GalleryPage.tsx'

const GeneratePage = lazy(async () => ({ default: (await import('./generate/GeneratePage.tsx')).GeneratePage }))
const GenerateLayer = lazy(async () => ({ default: (await import('./GenerateLayer.tsx')).GenerateLayer }))
const UploadModal = lazy(async () => ({ default: (await import('./upload/UploadModal.tsx')).UploadModal }))

const Wait = () => (
  <Delayed>
    <div style={{ display: 'grid', placeItems: 'center', height: '60vh' }}>
      <ThreadLoader />
    </div>
  </Delayed>
)

const reuseIn = (params: URLSearchParams) => {
  const imageId = params.get('reuse')
  return imageId ? { imageId, as: params.get('as') === 'seed' ? ('seed' as const) : ('prompt' as const) } : null
}

const imagePath = (id: string, from: string) => withFrom(`/images/${id}`, from)

/**
 * The gallery. `?generate=1` opens the generate screen over it, `?upload=1` the upload: Back closes them.
 * `conjurationId` names the lore that the images will belong to; closing then leads to `from`.
 */
export const Images = () => {
  const campaign = useCampaign()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [params] = useSearchParams()
  const isGenerating = params.has('generate')
  // The layer stays mounted after it was opened, because it fades out.
  const [wasGenerating, setWasGenerating] = useState(isGenerating)
  if (isGenerating && !wasGenerating) setWasGenerating(true)
  const from = pathname + search
  const conjurationId = params.get('conjurationId')
  const linkTo = useCallback(({ id }: { id: string }) => imagePath(id, from), [from])
  const layer = (name: 'generate' | 'upload') => {
    const next = new URLSearchParams(search)
    next.set(name, '1')
    void navigate(`?${next}`)
  }
  const close = (name: 'generate' | 'upload') => () => {
    if (conjurationId) return void navigate(insideOnly(params.get('from'), '/images'))
    const next = new URLSearchParams(search)
    for (const part of [name, 'reuse', 'as']) next.delete(part)
    void navigate(`${pathname}${next.size > 0 ? `?${next}` : ''}`)
  }
  if (campaign === undefined) return <Wait />
  if (campaign === null) return <Navigate to="/campaigns/new" replace />
  return (
    <>
      <GalleryPage
        key={campaign.id}
        campaign={campaign}
        linkTo={linkTo}
        onGenerate={() => layer('generate')}
        onUpload={() => layer('upload')}
      />
      {wasGenerating && (
        <Part onFailed={close('generate')}>
          <GenerateLayer
            campaign={campaign}
            conjurationId={conjurationId}
            isOpen={isGenerating}
            linkTo={(id) => imagePath(id, from)}
            onClose={close('generate')}
            reuse={reuseIn(params)}
          />
        </Part>
      )}
      {params.has('upload') && (
        <Part onFailed={close('upload')}>
          <UploadModal campaign={campaign} conjurationId={conjurationId} onClose={close('upload')} />
        </Part>
      )}
    </>
  )
}

const Detail = lazy(async () => ({ default: (await import('./detail/DetailPage.tsx')).DetailPage }))
const Editor = lazy(async () => ({ default: (await import('./editor/Editor.tsx')).Editor }))

/** One image. `?edit=1` opens the editor over it: closing leads to the image, and with `edit=only` to `from`. */
export const Image = () => {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const back = insideOnly(params.get('from'), '/images')
  const edit = params.get('edit')
  const openEditor = () => {
    const next = new URLSearchParams(params)
    next.set('edit', '1')
    void navigate(`?${next}`)
  }
  const closeEditor = () => {
    const next = new URLSearchParams(params)
    next.delete('edit')
    void navigate(edit === 'only' ? back : `/images/${id}${next.size > 0 ? `?${next}` : ''}`, { replace: true })
  }
  return (
    <Suspense fallback={<Wait />}>
      {edit !== 'only' && <Detail key={id} id={id} back={back} isCovered={edit !== null} onEdit={openEditor} />}
      {edit !== null && (
        <Part onFailed={closeEditor}>
          <Editor key={id} id={id} onClose={closeEditor} />
        </Part>
      )}
    </Suspense>
  )
}

/** The generate screen for battle maps, on a page of its own. The router guards it. */
export const GenerateMap = () => {
  const campaign = useCampaign()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  if (campaign === undefined) return <Wait />
  if (campaign === null) return <Navigate to="/campaigns/new" replace />
  return (
    <Suspense fallback={<Wait />}>
      <GeneratePage
        campaign={campaign}
        type="MAP"
        conjurationId={null}
        reuse={reuseIn(params)}
        linkTo={(id) => withFrom(`/maps/${id}`, '/maps/generate')}
        onReturn={() => void navigate('/maps')}
      />
    </Suspense>
  )
}
