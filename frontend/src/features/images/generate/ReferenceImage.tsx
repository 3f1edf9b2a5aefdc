import { IconPhotoPlus, IconX } from '@tabler/icons-react'
import { useEffect, useId, useMemo } from 'react'
import { cropToSupportedSize } from '../../../uploads/cropped.ts'
import formClasses from './form.module.css'
import { defaultStrength, type Reference } from './form.ts'
import promptClasses from './prompt.module.css'

/** Returns a file as a reference image, cropped to the nearest supported size if needed; or an error message if it is not usable. */
const takeReference = async (file: File): Promise<Reference | string> => {
  const taken = await cropToSupportedSize(file)
  if (typeof taken === 'string') return taken
  const { width, height } = taken
  return { source: { file: taken.file }, isKept: false, strength: defaultStrength, width, height }
}

interface Props {
  reference: Reference | null
  problem: string | undefined
  onChange: (reference: Reference | null, problem?: string) => void
}

const nameOf = ({ source }: Reference) => ('file' in source ? source.file.name : source.name)

/** Returns the URL of the preview: the chosen file itself, or a thumbnail of an existing image. */
const usePreview = (source: Reference['source'] | undefined): string | undefined => {
  const file = source && 'file' in source ? source.file : undefined
  const preview = useMemo(() => file && URL.createObjectURL(file), [file])
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])
  return preview ?? (source && 'uri' in source ? `${source.uri}?w=320` : undefined)
}

/** The field for a reference image. An image of an unsupported size is cropped in the browser, before it is sent. */
export const ReferenceImage = ({ reference, problem, onChange }: Props) => {
  const id = useId()
  const preview = usePreview(reference?.source)

  const take = async (file: File | undefined) => {
    if (!file) return
    const taken = await takeReference(file)
    if (typeof taken === 'string') onChange(null, taken)
    else onChange(taken)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shortcut for the file input inside
    <div
      className={promptClasses.reference}
      data-invalid={problem ? true : undefined}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void take(event.dataTransfer.files[0])
      }}
    >
      <input
        id={id}
        type="file"
        accept="image/jpeg,image/png"
        aria-describedby={`${id}-note`}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      <label htmlFor={id}>
        {preview ? <img src={preview} alt="" /> : <IconPhotoPlus size={18} stroke={1.6} aria-hidden="true" />}
        <span>
          <b>Reference image</b>{' '}
          <span id={`${id}-note`}>
            {reference
              ? `${nameOf(reference)}, ${reference.width}×${reference.height}`
              : 'JPEG or PNG. Sets the ratio to 1:1.'}
          </span>
        </span>
      </label>
      {reference && <ReferenceOptions reference={reference} onChange={onChange} />}
      {problem && (
        <p role="alert" className={formClasses.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}

/** Removes the reference image, changes its strength, or adds it to the gallery as well. */
const ReferenceOptions = ({ reference, onChange }: Pick<Props, 'onChange'> & { reference: Reference }) => (
  <>
    <button
      type="button"
      className={formClasses.icon}
      aria-label="Remove reference image"
      onClick={() => onChange(null)}
    >
      <IconX size={15} stroke={1.8} />
    </button>
    <label className={promptClasses.strength}>
      Strength
      <input
        type="range"
        min={1}
        max={100}
        value={reference.strength}
        onChange={(event) => onChange({ ...reference, strength: event.currentTarget.valueAsNumber })}
      />
      <output className="num">{reference.strength}</output>
    </label>
    {'file' in reference.source && (
      <label className={promptClasses.keep}>
        <input
          type="checkbox"
          checked={reference.isKept}
          onChange={(event) => onChange({ ...reference, isKept: event.currentTarget.checked })}
        />
        Keep it in the gallery too
      </label>
    )}
  </>
)
